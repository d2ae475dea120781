package io.parquetry.cli.ledger;

import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** Options that choose ledgers. */
final class LedgerSelection {
    @Option(names = "--connector", paramLabel = "NAME", description = "Only ledgers of this connector.")
    private String connector;

    @Option(names = "--topic", paramLabel = "TOPIC", description = "Only ledgers of this topic.")
    private String topic;

    @Option(names = "--partition", paramLabel = "N", description = "Only ledgers of this partition.")
    private Integer partition;

    FoundLedger.Selection selection() {
        return new FoundLedger.Selection(
                Optional.ofNullable(connector),
                Optional.ofNullable(topic),
                partition == null ? OptionalInt.empty() : OptionalInt.of(partition));
    }
}
