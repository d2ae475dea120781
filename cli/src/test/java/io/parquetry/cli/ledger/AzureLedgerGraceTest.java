package io.parquetry.cli.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.sink.config.SinkConfig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As for S3 and HDFS, an entry on Azure is kept for longer than a request can take: 5 times 3 attempts of 8 s. */
class AzureLedgerGraceTest {
    private static List<String> faults(String url, String graceMs) {
        return SinkConfig.validate(Map.of(
                        "name", "archive",
                        "topics", "orders",
                        "storage.url", url,
                        "azure.account", "account",
                        "ledger.grace.ms", graceMs))
                .stream()
                .flatMap(value -> value.errorMessages().stream())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"azure://archive", "abfss://archive@account.dfs.core.windows.net"})
    void aTimeThatARequestMayTakeIsRefused(String url) {
        for (String graceMs : List.of("1000", "120000")) {
            assertThat(faults(url, graceMs)).singleElement().asString().contains("must be more than 120000");
        }
        assertThat(faults(url, "120001")).isEmpty();
    }
}
