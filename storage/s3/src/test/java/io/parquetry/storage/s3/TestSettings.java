package io.parquetry.storage.s3;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.config.ConfigValues;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;

/** Settings as a configuration gives them. */
final class TestSettings {
    private TestSettings() {}

    static S3Settings of(Map<String, String> keys) {
        ConfigDef definition = new ConfigDef();
        new S3Keys(StorageAccess.WRITE).define(definition);
        return new S3Keys(StorageAccess.WRITE).read(new ConfigValues(keys, definition.parse(keys)));
    }
}
