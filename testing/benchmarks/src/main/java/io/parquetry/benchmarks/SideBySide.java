package io.parquetry.benchmarks;

import io.parquetry.benchmarks.contender.Codec;
import io.parquetry.benchmarks.contender.Contenders;
import io.parquetry.benchmarks.contender.ContendersOfNewerJdk;
import io.parquetry.benchmarks.contender.EngineBuilds;
import io.parquetry.benchmarks.contender.FooterFiles;
import io.parquetry.benchmarks.contender.FooterOpens;
import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.data.Datasets;
import io.parquetry.benchmarks.data.FlightsFile;
import io.parquetry.benchmarks.data.Measurements;
import io.parquetry.benchmarks.measure.Contender;
import io.parquetry.benchmarks.measure.ResultTable;
import io.parquetry.benchmarks.measure.Rounds;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs all contenders in turn on the same data and prints the cost of each and the ratios. */
@Command(
        name = "side-by-side",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs all contenders in turn on the same data, round after round, and prints medians and ratios.",
            "A ratio is the time of a contender divided by the time of Parquetry; above 1, Parquetry is faster."
        })
final class SideBySide implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Option(
            names = "--data",
            split = ",",
            defaultValue = "a,b,c,d,e",
            paramLabel = "LETTER",
            description = "Data sets: a flights, b orders (nested), c earthquakes, d a file of 3 million flights,"
                    + " e sparse (400 columns), f measurements (numbers of many values),"
                    + " g webhooks (thousands of columns), h gauges (60 columns of numbers), i articles (long texts),"
                    + " j trees (optional lists in lists), k lineitem (TPC-H), l decimals (of fixed length),"
                    + " m scripts (long texts beyond ASCII), n a table of 200 columns, o changes (CDC envelopes)."
                    + " Default: ${DEFAULT-VALUE}")
    private List<String> data;

    @Option(
            names = "--codec",
            split = ",",
            defaultValue = "SNAPPY,ZSTD,ZSTD_3",
            description = "Codecs: ${COMPLETION-CANDIDATES}. A number is the level of all contenders; without one,"
                    + " each takes its own. Default: ${DEFAULT-VALUE}")
    private List<Codec> codecs;

    @Option(
            names = "--only",
            split = ",",
            defaultValue = "write,read,decode,sum,seek,growth,sink,source,heap",
            description = "What to measure: ${COMPLETION-CANDIDATES}; decode and seek use data set d only, sum f only,"
                    + " schemaless g only, footers and heap use none,"
                    + " floor and read_floor need SNAPPY or ZSTD with a level,"
                    + " stores needs testing/jars/s3proxy/target/libs and Node."
                    + " Default: ${DEFAULT-VALUE}")
    private List<Scenario> scenarios;

    @Option(
            names = "--rounds",
            defaultValue = "7",
            description = "Rounds that count; the median is taken. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(
            names = "--warmups",
            defaultValue = "3",
            description = "Warm-up rounds that do not count; more if they are short, none if 0."
                    + " Default: ${DEFAULT-VALUE}")
    private int warmups;

    @Option(
            names = "--beside",
            paramLabel = "PATH",
            description = "A jar or folder of classes of another build of format-core; write and read then compare"
                    + " today's build with that one, from and to plain records; name codecs with a level")
    private Optional<Path> beside;

    @Option(names = "--alone", description = "Run only Parquetry, for a profiler")
    private boolean alone;

    @Option(names = "--rows", description = "Rows of every data set. Default: enough for a run of about a second")
    private Optional<Integer> rows;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Where files are written; a folder is created in it and deleted at the end."
                    + " Default: the system's temporary folder")
    private Optional<Path> directory;

    @Option(
            names = "--shared",
            paramLabel = "DIR",
            description =
                    "The folder with data/earthquakes.ndjson and data/flights-3m.parquet; without them, data sets c"
                            + " and d"
                            + " are left out. Default: ../shared")
    private Optional<Path> shared;

    @Override
    public Integer call() throws IOException {
        OptionChecks checks = new OptionChecks(command);
        checks.requireAtLeast(1, "--rounds", rounds);
        checks.requireAtLeast(0, "--warmups", warmups);
        checks.requireAtLeast(1, "--rows", rows.orElse(1));
        for (String letter : data) {
            checks.require("--data", Datasets.LETTERS.contains(letter), letter, "one of " + Datasets.LETTERS);
        }
        Path parent = directory.orElse(Path.of(System.getProperty("java.io.tmpdir")));
        checks.require("--dir", Files.isDirectory(parent), parent, "an existing folder");
        beside.ifPresent(path -> {
            checks.require("--beside", Files.exists(path), path, "a jar or a folder of classes");
            checks.require(
                    "--only",
                    Set.of(Scenario.WRITE, Scenario.READ).containsAll(scenarios),
                    scenarios,
                    "write, read or both beside --beside");
        });
        checks.require(
                "--codec",
                !needsFloor() || codecs.stream().allMatch(Codec::hasFloor),
                codecs,
                "UNCOMPRESSED, SNAPPY, or ZSTD with a level, such as ZSTD_3, for floor and read_floor");
        PrintWriter out = command.commandLine().getOut();
        printMachine(out);
        Datasets datasets = new Datasets(shared.orElse(Path.of("..", "shared")));
        Path folder = Files.createTempDirectory(parent, "parquetry-benchmarks");
        try {
            for (String letter : needsData() ? data : List.<String>of()) {
                if (datasets.has(letter)) {
                    measure(datasets.open(letter), datasets.source(letter), folder, out);
                } else {
                    out.println("data set " + letter + " is left out: there is no "
                            + datasets.source(letter).orElseThrow() + "; --shared names the folder of the data");
                }
            }
            if (scenarios.contains(Scenario.FOOTERS)) {
                measureFooters(folder, out);
            }
            if (scenarios.contains(Scenario.HEAP)) {
                HeapOfWriters.measure(folder, out);
            }
        } finally {
            delete(folder);
        }
        printMemory(out);
        return 0;
    }

    /** Of the JVM and all native libraries; only where the system is Linux. */
    private static void printMemory(PrintWriter out) throws IOException {
        Path status = Path.of("/proc/self/status");
        if (Files.isReadable(status)) {
            Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .forEach(line -> out.println("most resident memory of this process: "
                            + (Long.parseLong(line.replaceAll("[^0-9]", "")) >> 10) + " MiB"));
        }
    }

    private boolean needsData() {
        return !Set.of(Scenario.FOOTERS, Scenario.HEAP).containsAll(scenarios);
    }

    private boolean needsFloor() {
        return scenarios.contains(Scenario.FLOOR) || scenarios.contains(Scenario.READ_FLOOR);
    }

    private void measureFooters(Path folder, PrintWriter out) throws IOException {
        for (FooterFiles kind : FooterFiles.values()) {
            compare("open a file of " + kind.title(), out, FooterOpens.open(kind, folder));
            compare("open it and read a column of a row group", out, FooterOpens.openAndRead(kind, folder));
        }
    }

    private void printMachine(PrintWriter out) {
        Runtime machine = Runtime.getRuntime();
        out.println("Java " + System.getProperty("java.runtime.version") + ", " + machine.availableProcessors()
                + " cores, heap of " + (machine.maxMemory() >> 20) + " MiB; " + rounds + " rounds after " + warmups
                + " warm-up rounds");
        if (ContendersOfNewerJdk.all().isEmpty()) {
            out.println("hardwood is left out: a program that was built and is run with JDK 21 or newer has it");
        }
    }

    private void measure(Dataset dataset, Optional<Path> source, Path folder, PrintWriter out) throws IOException {
        int count = Math.min(dataset.rowsMax(), rows.orElse(dataset.rowsDefault()));
        if (beside.isPresent()) {
            measureBuilds(beside.get(), dataset, count, folder, out);
            return;
        }
        for (Scenario scenario : scenarios) {
            switch (scenario) {
                case WRITE ->
                    measureCodecs(
                            scenario, dataset, count, out, codec -> Contenders.write(dataset, count, codec, folder));
                case FLOOR, READ_FLOOR -> measureFloor(scenario, dataset, count, folder, out);
                case READ ->
                    measureCodecs(
                            scenario, dataset, count, out, codec -> Contenders.read(dataset, count, codec, folder));
                case LEVELS, ENCODINGS, GROWTH -> measureWriters(scenario, dataset, count, folder, out);
                case DECODE, SEEK -> {
                    if (dataset instanceof FlightsFile) {
                        measureFile(scenario, dataset, source.orElseThrow(), out);
                    }
                }
                case SUM -> {
                    if (dataset instanceof Measurements) {
                        measureCodecs(
                                scenario,
                                dataset,
                                count,
                                out,
                                codec -> Contenders.sums(dataset, count, Measurements.SUMMED, codec, folder));
                    }
                }
                case SINK ->
                    measureCodecs(
                            scenario, dataset, count, out, codec -> Contenders.sink(dataset, count, codec, folder));
                case TABLE ->
                    measureCodecs(
                            scenario, dataset, count, out, codec -> Contenders.table(dataset, count, codec, folder));
                case SCHEMALESS -> {
                    if (dataset.document(0).isPresent()) {
                        measureCodecs(
                                scenario,
                                dataset,
                                count,
                                out,
                                codec -> Contenders.schemaless(dataset, count, codec, folder));
                    }
                }
                case SOURCE -> {
                    measureCodecs(
                            scenario, dataset, count, out, codec -> Contenders.source(dataset, count, codec, folder));
                    measureCodecs(
                            scenario, dataset, count, out, codec -> Contenders.restore(dataset, count, codec, folder));
                }
                case STORES -> {
                    for (int files : new int[] {5, 50}) {
                        measureCodecs(
                                scenario,
                                dataset,
                                count,
                                out,
                                codec -> Contenders.stores(dataset, count, files, codec, folder));
                    }
                }
                case FOOTERS, HEAP -> {}
            }
        }
    }

    private void measureBuilds(Path other, Dataset dataset, int count, Path folder, PrintWriter out)
            throws IOException {
        try (EngineBuilds builds = new EngineBuilds(other)) {
            for (Scenario scenario : scenarios) {
                measureCodecs(
                        scenario,
                        dataset,
                        count,
                        out,
                        codec -> scenario == Scenario.WRITE
                                ? builds.write(dataset, count, codec, folder)
                                : builds.read(dataset, count, codec, folder));
            }
        }
    }

    /** The scenarios of which a part is measured that no engine saves. */
    private void measureFloor(Scenario scenario, Dataset dataset, int count, Path folder, PrintWriter out)
            throws IOException {
        measureCodecs(
                scenario,
                dataset,
                count,
                out,
                codec -> scenario == Scenario.FLOOR
                        ? Contenders.floor(dataset, count, codec, folder)
                        : Contenders.readFloor(dataset, count, codec, folder));
    }

    /** The scenarios that compare ways in which Parquetry writes. */
    private void measureWriters(Scenario scenario, Dataset dataset, int count, Path folder, PrintWriter out)
            throws IOException {
        if (scenario == Scenario.LEVELS) {
            compare(
                    String.format(Locale.ROOT, "levels of ZSTD %s, %,d rows", dataset.name(), count),
                    out,
                    Contenders.levels(dataset, count, folder));
        } else if (scenario == Scenario.ENCODINGS) {
            measureCodecs(scenario, dataset, count, out, codec -> Contenders.encodings(dataset, count, codec, folder));
        } else {
            int tenth = Math.max(1, count / 10);
            measureCodecs(scenario, dataset, tenth, out, codec -> Contenders.growth(dataset, tenth, codec, folder));
        }
    }

    /** The scenarios that read a file which is there. */
    private void measureFile(Scenario scenario, Dataset dataset, Path file, PrintWriter out) throws IOException {
        if (scenario == Scenario.DECODE) {
            compare("decode 3 columns of " + file.getFileName(), out, Contenders.decode(file, FlightsFile.NUMBERS));
        } else {
            long row = dataset.rowsMax() * 7L / 8;
            compare("seek row " + row + " of " + file.getFileName(), out, Contenders.seek(file, row));
        }
    }

    private interface ContenderFactory {
        List<Contender> with(Codec codec) throws IOException;
    }

    private void measureCodecs(Scenario scenario, Dataset dataset, int count, PrintWriter out, ContenderFactory factory)
            throws IOException {
        for (Codec codec : codecs) {
            String title = String.format(
                    Locale.ROOT,
                    "%s %s, %,d rows, %s",
                    scenario.name().toLowerCase(Locale.ROOT),
                    dataset.name(),
                    count,
                    codec.title());
            compare(title, out, factory.with(codec));
        }
    }

    private void compare(String title, PrintWriter out, List<Contender> contenders) throws IOException {
        try {
            ResultTable.print(title, Rounds.run(alone ? contenders.subList(0, 1) : contenders, warmups, rounds), out);
        } finally {
            for (Contender contender : contenders) {
                contender.close();
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
