package io.parquetry.local.rest;

import java.util.List;
import java.util.Map;

/**
 * What a worker says about a connector configuration before it is used.
 *
 * @param errorCount number of wrong settings
 * @param errors the messages per setting; settings without errors are left out
 */
public record ConfigValidation(int errorCount, Map<String, List<String>> errors) {
    public ConfigValidation {
        errors = Map.copyOf(errors);
    }
}
