package io.parquetry.benchmarks;

import picocli.CommandLine;

/** {@code java -jar benchmarks.jar}: all that can be measured here. */
@CommandLine.Command(
        name = "benchmarks",
        description = "Measures Parquetry beside other Parquet implementations.",
        mixinStandardHelpOptions = true,
        subcommands = {SideBySide.class, Jmh.class})
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }
}
