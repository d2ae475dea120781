package io.parquetry.storage.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.config.ConfigPage;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.GeneratedPage;
import io.parquetry.connect.common.objects.ObjectKeys;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys and URLs are refused at the key, with what is allowed; no secret is shown. */
class AzureKeysTest {
    private static final GeneratedPage PAGE = GeneratedPage.of("azure-config.md", "storage/azure", AzureKeysTest.class);

    private static ConfigDef definition(StorageAccess access) {
        ConfigDef keys = new ConfigDef();
        new AzureKeys(access).define(keys);
        return keys;
    }

    @Test
    void thePageIsUpToDate() throws IOException {
        PAGE.assertUpToDate(
                ConfigPage.ofGroup("""
                # The keys of Azure

                Generated: `%s`.

                These keys are beside `storage.url` and those of [object stores](storage-config.md#object-stores). Only
                the sink has `azure.access.tier`, `azure.encryption.scope` and `azure.tags`.
                """.formatted(PAGE.command()), definition(StorageAccess.WRITE), "Azure"));
    }

    @Test
    void whoOnlyReadsHasNoKeysForWriting() {
        assertThat(definition(StorageAccess.READ).names())
                .doesNotContain(AzureKeys.TIER, AzureKeys.SCOPE, AzureKeys.TAGS, ObjectKeys.STAGING_DIR)
                .contains(AzureKeys.SAS);
        assertThat(definition(StorageAccess.WRITE).names()).contains(AzureKeys.TIER, ObjectKeys.STAGING_DIR);
    }

    private static Map<String, String> keys(String text) {
        return Arrays.stream(text.split(" "))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (one, other) -> other, HashMap::new));
    }

    @ParameterizedTest
    @CsvSource({
        "azure.account=My-Account, azure.account",
        "azure.endpoint=account.blob.core.windows.net, azure.endpoint",
        "azure.endpoint=https://host/?sig=1, azure.endpoint",
        "azure.identity=system, azure.identity",
        "azure.access.tier=Archive, azure.access.tier",
        "azure.encryption.scope=a_b, azure.encryption.scope",
        "azure.tags=owner, azure.tags",
        "azure.client.certificate.path=cert.pem, azure.client.certificate.path"
    })
    void aValueIsRefusedAtItsKey(String text, String key) {
        assertThatThrownBy(() -> definition(StorageAccess.WRITE).parse(keys(text)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key);
    }

    @ParameterizedTest
    @CsvSource({
        "azure.account.key=a2V5 azure.sas.token=sig, azure.sas.token, must be empty with azure.account.key",
        "azure.client.secret=s azure.client.id=c, azure.tenant.id, required with azure.client.secret",
        "azure.client.certificate.path=/c.pem azure.tenant.id=t, azure.client.id, required with azure.client.certificate",
        "azure.client.certificate.password=p, azure.client.certificate.path, required with azure.client.certificate.pas",
        "azure.account.key=a2V5 azure.identity=managed, azure.identity, has no effect with azure.account.key",
        "azure.account.key=not!base64, azure.account.key, must be base64"
    })
    void valuesThatDoNotFitEachOtherAreRefused(String text, String key, String reason) {
        Map<String, String> keys = keys(text);
        ConfigDef definition = definition(StorageAccess.WRITE);
        Faults faults = new Faults();
        new AzureKeys(StorageAccess.WRITE).check(new ConfigValues(keys, definition.parse(keys)), faults);
        assertThat(faults.toString()).doesNotContain("not!base64");
        assertThat(faults.byKey().get(key)).asString().contains(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "azure.account.key=a2V5",
                "azure.sas.token=a2V5",
                "azure.connection.string=a2V5",
                "azure.client.secret=a2V5 azure.tenant.id=t azure.client.id=c"
            })
    void noSecretIsShown(String text) {
        assertThat(AzuriteProcess.factory(keys(text)).toString()).doesNotContain("a2V5");
    }

    @ParameterizedTest
    @CsvSource({
        "abfss://data@account.dfs.core.windows.net/a/b/, https://account.blob.core.windows.net,"
                + " abfss://data@account.dfs.core.windows.net/a/b/",
        "abfs://data@account.dfs.core.chinacloudapi.cn, https://account.blob.core.chinacloudapi.cn,"
                + " abfss://data@account.dfs.core.chinacloudapi.cn/",
        "azure://data, '', azure://data/"
    })
    void aUrlNamesContainerAndAccount(String url, String endpoint, String shown) {
        AzureUrl parsed = AzureUrl.parse(url);
        assertThat(parsed.container()).isEqualTo("data");
        assertThat(parsed.endpoint().orElse("")).isEqualTo(endpoint);
        assertThat(parsed).hasToString(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "abfss://data/a, come @ and the host of the account",
        "abfss://data@account/a, cannot open abfss://data@account/a:",
        "ABFS://data@account/a, cannot open ABFS://data@account/a:",
        "abfss://me:secret@account/a, cannot open abfss://***@account/a:",
        "azure://data@account.dfs.core.windows.net/a, azure.account or azure.endpoint names the account",
        "azure://Data/a, is not the name of a container",
        "azure://da--ta/a, is not the name of a container",
        "azure:data, give azure://container/prefix",
        "azure://data/a/../b, .."
    })
    void aMalformedUrlIsRefused(String url, String reason) {
        assertThatThrownBy(() -> AzureUrl.parse(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void aUrlWithoutAccountNeedsAKey() {
        assertThatThrownBy(() -> AzuriteProcess.factory(Map.of())
                        .open("azure://data/a", 0)
                        .isDirectory(""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("set azure.account or azure.endpoint");
    }
}
