package io.parquetry.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A value that would break a request, or show a secret, is refused at its key before anything is sent. */
class S3KeysTest {
    private static final String SECRET = "Hush5ecret";

    private static List<String> faults(String key, Map<String, String> keys) {
        ConfigDef definition = new ConfigDef();
        new S3Keys(StorageAccess.WRITE).define(definition);
        List<String> found = new ArrayList<>();
        for (ConfigValue value : definition.validate(keys)) {
            if (value.name().equals(key)) {
                found.addAll(value.errorMessages());
            }
        }
        if (found.isEmpty()) {
            Faults faults = new Faults();
            new S3Keys(StorageAccess.WRITE).check(new ConfigValues(keys, definition.parse(keys)), faults);
            if (faults.byKey().containsKey(key)) {
                found.add(faults.byKey().get(key));
            }
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "s3.region|eu central 1",
                "s3.region|a@b.example.com/#",
                "s3.region|../evil",
                "s3.endpoint|http://127.0.0.1:9000/?x=y",
                "s3.endpoint|http://127.0.0.1:9000/#part",
                "s3.endpoint|http://127.0.0.1:99999",
                "s3.access.key.id|AK IA",
                "s3.role.arn|not an arn",
                "s3.role.session.name|with space",
                "s3.role.external.id|two words",
                "s3.storage.class|STANDARD: x",
                "s3.encryption|sse-kms:",
                "s3.encryption|'sse-kms:arn:aws:a\nX-Header: b'",
                "s3.encryption|sse-s3:alias/archive",
                "s3.encryption|aws:kms",
                "s3.acl|public read",
                "s3.proxy.url|http://127.0.0.1",
                "s3.proxy.url|http://127.0.0.1:3128/path",
                "staging.dir|relative/dir",
                "staging.dir|~/staging",
                "staging.dir|file:///var/staging"
            })
    void aValueThatNoRequestCanCarryIsRefused(String key, String value) {
        assertThat(faults(key, Map.of(key, value))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3.region",
                "s3.access.key.id",
                "s3.role.arn",
                "s3.role.external.id",
                "s3.role.session.name",
                "s3.storage.class",
                "s3.acl"
            })
    void aLineBreakIsRefused(String key) {
        assertThat(faults(key, Map.of(key, "arn:aws:a\nX-Header: b"))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3.secret.access.key", "s3.session.token"})
    void aSecretWithALineBreakIsRefusedAndNotShown(String key) {
        Map<String, String> keys = new HashMap<>(Map.of("s3.access.key.id", "id", "s3.secret.access.key", "other"));
        keys.put(key, SECRET + "\naws_region = x");
        assertThat(faults(key, keys)).hasSize(1);
        assertThat(faults(key, keys).get(0)).contains("a line break").doesNotContain(SECRET);
    }

    @Test
    void aKeyOfTheCustomerIsNotSentOverPlainHttp() {
        Map<String, String> keys = new HashMap<>(Map.of(
                "s3.encryption",
                "sse-c",
                "s3.encryption.customer.key",
                Base64.getEncoder().encodeToString(new byte[32]),
                "s3.endpoint",
                "http://127.0.0.1:9000"));
        assertThat(faults("s3.endpoint", keys)).hasSize(1);
        keys.put("s3.endpoint", "https://127.0.0.1:9000");
        assertThat(faults("s3.endpoint", keys)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "name--usw2-az1--x-s3, is a directory bucket",
        "my-tables--table-s3, belongs to S3 Tables",
        "arn:aws:s3:us-west-2:123456789012:accesspoint, alias of an access point",
        "mfzwi23gnjvgw.mrap, alias of an access point"
    })
    void whatIsNoGeneralPurposeBucketIsRefused(String bucket, String reason) {
        assertThatThrownBy(() -> S3Url.parse("s3://" + bucket + "/kafka"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
        assertThat(S3Url.parse("s3://my-point-abc123-s3alias/kafka").bucket()).isEqualTo("my-point-abc123-s3alias");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3://id:" + SECRET + "@bucket/kafka", "s3://" + "id:" + SECRET + "@bucket"})
    void aSecretInAUrlIsNotShown(String url) {
        ConfigDef definition = new ConfigDef();
        new StorageKeys(StorageAccess.READ).define(definition);
        List<String> messages = definition.validate(Map.of("storage.url", url)).stream()
                .flatMap(value -> value.errorMessages().stream())
                .toList();
        assertThat(messages).hasSize(1);
        assertThat(messages.get(0)).contains("credentials").doesNotContain(SECRET);
    }

    @Test
    void aLineBreakInAUrlIsNotTakenForALocalPath() {
        ConfigDef definition = new ConfigDef();
        new StorageKeys(StorageAccess.READ).define(definition);
        assertThat(definition.validate(Map.of("storage.url", "s3://bucket/a\nb")).stream()
                        .flatMap(value -> value.errorMessages().stream()))
                .singleElement()
                .asString()
                .contains("U+000A");
    }
}
