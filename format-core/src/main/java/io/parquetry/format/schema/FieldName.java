package io.parquetry.format.schema;

import io.parquetry.format.UsageException;
import java.util.Objects;

/** The name of a field, which a file has in UTF-8. */
final class FieldName {
    private FieldName() {}

    /** @throws UsageException when the name would be another one in the file */
    static void require(String name) {
        Objects.requireNonNull(name, "name");
        for (int i = 0; i < name.length(); i++) {
            if (Character.isSurrogate(name.charAt(i))) {
                if (!Character.isSupplementaryCodePoint(name.codePointAt(i))) {
                    throw new UsageException("the field name '" + name
                            + "' holds an unpaired surrogate, which has no UTF-8 form; rename the field");
                }
                i++;
            }
        }
    }
}
