package io.parquetry.benchmarks;

import io.parquetry.benchmarks.contender.Codec;
import io.parquetry.benchmarks.data.Datasets;
import io.parquetry.benchmarks.worker.SinksInWorkers;
import io.parquetry.benchmarks.worker.SinksInWorkers.Setup;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs sinks in real workers and prints what each worker's process costs. */
@Command(
        name = "in-worker",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Fills a topic of a real broker, has sinks read it in turn, each in a real worker of its own, and prints",
            "the CPU time of the worker's process: of the first round, in which the JVM compiles, and of later rounds.",
            "The first sink does nothing, so the difference to it is what a sink costs."
        })
final class InWorker implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Option(
            names = "--data",
            defaultValue = "a",
            paramLabel = "LETTER",
            description = "Data set, as of side-by-side, but g. Default: ${DEFAULT-VALUE}")
    private String data;

    @Option(
            names = "--codec",
            defaultValue = "ZSTD",
            description = "Codec: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
    private Codec codec;

    @Option(
            names = "--records",
            defaultValue = "1200000",
            description = "Records of the topic, rounded down so that files are equal. Default: ${DEFAULT-VALUE}")
    private int records;

    @Option(
            names = "--paths",
            defaultValue = "1",
            description = "Directories to which the records of a partition go in turn. Default: ${DEFAULT-VALUE}")
    private int paths;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            description = "Rounds; the first is printed by itself. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(
            names = "--iceberg",
            paramLabel = "DIR",
            description = "Folder with the jars of Iceberg's sink, which is compared then: after mvn -f"
                    + " testing/benchmarks/iceberg-sink process-resources,"
                    + " testing/benchmarks/iceberg-sink/target/plugins/iceberg")
    private Optional<Path> iceberg;

    @Option(
            names = "--worker-option",
            paramLabel = "OPTION",
            description = "One more option of the workers' JVMs, for instance for a profiler")
    private Optional<String> workerOption;

    @Option(
            names = "--checkout",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "The checkout, in which mvn package has made Kafka's jars and the plugin."
                    + " Default: the current folder")
    private Path checkout;

    @Option(names = "--shared", paramLabel = "DIR", description = "The folder with the data. Default: ../shared")
    private Optional<Path> shared;

    @Override
    public Integer call() throws IOException {
        OptionChecks checks = new OptionChecks(command);
        Datasets datasets = new Datasets(shared.orElse(Path.of("..", "shared")));
        checks.require(
                "--data",
                Datasets.LETTERS.contains(data) && !data.equals("g"),
                data,
                "one of a, b, c, d, e, f, h, i, j");
        checks.require("--data", datasets.has(data), data, "a data set whose file exists; --shared names their folder");
        checks.requireAtLeast(1, "--rounds", rounds);
        checks.requireAtLeast(1, "--paths", paths);
        checks.require(
                "--records",
                records >= SinksInWorkers.FILES_LEAST * paths,
                records,
                "at least " + SinksInWorkers.FILES_LEAST + " times --paths");
        Path libraries = checkout.resolve("demo/kafka/target/kafka-libs");
        Path plugins = checkout.resolve("plugin/target/plugin-path");
        checks.require("--checkout", Files.isDirectory(libraries), checkout, "a checkout with " + libraries);
        checks.require("--checkout", Files.isDirectory(plugins), checkout, "a checkout with " + plugins);
        PrintWriter out = command.commandLine().getOut();
        Setup setup = new Setup(libraries, plugins, iceberg, workerOption, records, paths, codec);
        try (SinksInWorkers sinks = SinksInWorkers.start(setup, datasets.open(data), out)) {
            sinks.measure(rounds, out);
        }
        return 0;
    }
}
