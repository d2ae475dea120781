package io.parquetry.benchmarks;

import picocli.CommandLine;

/** {@code java -jar benchmarks.jar}: all that can be measured here. */
@CommandLine.Command(
        name = "benchmarks",
        description = "Measures Parquetry beside other Parquet implementations.",
        mixinStandardHelpOptions = true,
        subcommands = {SideBySide.class, JmhCommand.class})
public final class Benchmarks {
    private Benchmarks() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Benchmarks())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }
}
