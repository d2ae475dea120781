package io.parquetry.local.rest;

import java.util.List;
import java.util.Map;

/**
 * The result of the validation of a connector configuration.
 *
 * @param errorCount number of wrong settings
 * @param errors the messages per setting; settings without errors are left out
 */
public record ConfigValidation(int errorCount, Map<String, List<String>> errors) {
    public ConfigValidation {
        errors = Map.copyOf(errors);
    }
}
