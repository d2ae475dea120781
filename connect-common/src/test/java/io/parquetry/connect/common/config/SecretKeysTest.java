package io.parquetry.connect.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretKeysTest {
    private static final ConfigDef DEFINITION = new ConfigDef()
            .define("on.finish", ConfigDef.Type.STRING, "", ConfigDef.ValidString.in("", "keep", "delete"), null, "")
            .define("storage.url", ConfigDef.Type.STRING, "", ConfigDef.Importance.HIGH, "")
            .define("flush.size", ConfigDef.Type.LONG, 1L, ConfigDef.Importance.HIGH, "")
            .define("s3.secret.access.key", ConfigDef.Type.PASSWORD, "", ConfigDef.Importance.HIGH, "");

    @ParameterizedTest
    @CsvSource({
        "on.finish, hush, hush",
        "on.finsh, delete, delete",
        "on.finsh, hush, [hidden]",
        "flush.sizes, 12, 12",
        "flush.sizes, hush, [hidden]",
        "storage.url, s3://me:hush@bucket, s3://***@bucket",
        "s3.secret.access.key, hush, [hidden]",
        "s3.secret.acces.key, hush, [hidden]",
        "iceberg.catalog.header.Authorization, Bearer hush, [hidden]",
        "on.finish, , "
    })
    void aValueThatMayBeASecretIsHidden(String key, String value, String shown) {
        assertThat(SecretKeys.shown(DEFINITION, key, value)).isEqualTo(shown);
    }
}
