package io.parquetry.benchmarks;

import picocli.CommandLine;

/** The program, {@code java -jar benchmarks.jar}. */
@CommandLine.Command(
        name = "benchmarks",
        description = "Measures Parquetry beside other Parquet implementations.",
        mixinStandardHelpOptions = true,
        subcommands = {SideBySide.class, Sizes.class, InWorker.class, JmhCommand.class})
public final class Benchmarks {
    private Benchmarks() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Benchmarks())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }
}
