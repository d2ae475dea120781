package io.parquetry.benchmarks.worker;

import io.parquetry.benchmarks.contender.Codec;
import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.measure.RunCost;
import io.parquetry.benchmarks.measure.Spread;
import io.parquetry.local.KafkaDistribution;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.LocalStack;
import io.parquetry.local.StackSettings;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Sinks that read the same topic in turn, each in a worker of its own, beside one that does nothing. A worker stays up
 * from round to round, so that the first round has the JVM's compilers in it and the others hardly.
 */
public final class SinksInWorkers implements Closeable {
    private static final int PARTITIONS = 4;
    private static final int TASKS = 2;

    /** Files that the sink makes of each path of a partition. */
    private static final int FILES_A_PATH = 3;

    /** Records that give each file of one path a record. */
    public static final int FILES_LEAST = PARTITIONS * FILES_A_PATH;

    private static final int HEAP_MEBIBYTES = 2048;

    /**
     * The second task that starts takes partitions from the first, whose files end early then; so the last files are
     * not full, and end when nothing more comes.
     */
    private static final String IDLE_MS = "1000";

    private static final String LINE = "%-14s %14s %14s %14s %14s %12s";

    private final Path folder;
    private final KafkaStack stack;
    private final PreparedTopic topic;
    private final List<Contestant> contestants = new ArrayList<>();

    private SinksInWorkers(Path folder, KafkaStack stack, PreparedTopic topic) {
        this.folder = folder;
        this.stack = stack;
        this.topic = topic;
    }

    /**
     * What is measured.
     *
     * @param libraries Kafka's jars
     * @param plugins an entry of {@code plugin.path} with Parquetry's plugin
     * @param iceberg the jars of Iceberg's sink, if it is to be measured
     * @param workerOption one more option of the workers' JVMs
     * @param records of the topic
     * @param paths of each partition
     */
    public record Setup(
            Path libraries,
            Path plugins,
            Optional<Path> iceberg,
            Optional<String> workerOption,
            int records,
            int paths,
            Codec codec) {
        int recordsPerFile() {
            return records / paths / FILES_LEAST;
        }
    }

    private record Contestant(String name, MeasuredWorker worker, Sink sink, List<RunCost> costs) {}

    private interface Sink {
        /** @param target a new folder for its files */
        Map<String, String> config(Path target);
    }

    /** Starts broker and workers, and fills the topic. */
    public static SinksInWorkers start(Setup setup, Dataset data, PrintWriter out) throws IOException {
        Path folder = Files.createTempDirectory("parquetry-in-worker");
        List<Path> pluginPath =
                new ArrayList<>(List.of(setup.plugins(), EmptySinkPlugin.create(folder.resolve("plugins"))));
        setup.iceberg().ifPresent(jars -> pluginPath.add(jars.toAbsolutePath().getParent()));
        KafkaStack stack = LocalStack.start(
                new KafkaDistribution(setup.libraries(), pluginPath), settings(setup, folder), event -> {});
        try {
            stack.worker().stop();
            int records = setup.recordsPerFile() * FILES_LEAST * setup.paths();
            out.printf(Locale.ROOT, "%,d records of %s are written to the topic%n", records, data.name());
            out.flush();
            PreparedTopic topic =
                    PreparedTopic.fill(stack.bootstrapServers(), data, records, PARTITIONS, setup.paths(), sent -> {});
            SinksInWorkers sinks = new SinksInWorkers(folder, stack, topic);
            sinks.add("empty sink", target -> Map.of("connector.class", EmptySinkConnector.class.getName()));
            sinks.add("Parquetry", target -> parquetry(setup, target));
            if (setup.iceberg().isPresent()) {
                sinks.add("Iceberg", target -> IcebergSink.config(setup.codec(), target));
            }
            return sinks;
        } catch (RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    /** As Kafka's own scripts start a worker. */
    private static StackSettings settings(Setup setup, Path folder) {
        StackSettings settings = StackSettings.in(folder)
                .withHeapMebibytes(HEAP_MEBIBYTES, HEAP_MEBIBYTES)
                .withWorkerJvmOption("-XX:TieredStopAtLevel=4")
                .withWorkerJvmOption("-XX:-UseSerialGC")
                .withWorkerJvmOption("-XX:+UseG1GC");
        return setup.workerOption().map(settings::withWorkerJvmOption).orElse(settings);
    }

    private static Map<String, String> parquetry(Setup setup, Path target) {
        Map<String, String> config = new HashMap<>(Map.of(
                "connector.class",
                "io.parquetry.connect.sink.ParquetSinkConnector",
                "storage.url",
                target.toString(),
                "flush.size",
                Integer.toString(setup.recordsPerFile()),
                "parquet.codec",
                setup.codec().name().toLowerCase(Locale.ROOT),
                "rotate.idle.ms",
                IDLE_MS));
        if (setup.paths() > 1) {
            config.put("path.template", "key=${key}");
        }
        return config;
    }

    private void add(String name, Sink sink) {
        String group = "group-" + contestants.size();
        contestants.add(new Contestant(name, MeasuredWorker.start(stack, group), sink, new ArrayList<>()));
    }

    /** Runs all sinks in turn, round after round, and prints what they cost. */
    public void measure(int rounds, PrintWriter out) throws IOException {
        for (int round = 0; round < rounds; round++) {
            for (Contestant contestant : contestants) {
                Path target = Files.createDirectories(
                        stack.dataDirectory().resolve(contestant.worker().group() + "-" + round));
                String connector = "sink-" + contestant.worker().group() + "-" + round;
                contestant
                        .costs()
                        .add(contestant
                                .worker()
                                .run(connector, contestant.sink().config(target), topic, TASKS));
            }
        }
        print(out);
    }

    private void print(PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "Java %s; CPU seconds of the worker's process for a million records%n",
                System.getProperty("java.version"));
        out.printf(
                Locale.ROOT, LINE + "%n", "", "first round", "above empty", "later rounds", "above empty", "records/s");
        Contestant empty = contestants.get(0);
        for (Contestant contestant : contestants) {
            double first = seconds(contestant.costs().subList(0, 1));
            double later = seconds(laterRounds(contestant));
            double nanos = Spread.of(contestant.costs().stream()
                            .mapToDouble(RunCost::nanos)
                            .toArray())
                    .median();
            out.printf(
                    Locale.ROOT,
                    LINE + "%n",
                    contestant.name(),
                    number(first),
                    number(first - seconds(empty.costs().subList(0, 1))),
                    number(later),
                    number(later - seconds(laterRounds(empty))),
                    String.format(Locale.ROOT, "%,.0f", topic.records() * 1e9 / nanos));
        }
        out.flush();
    }

    /** The first round too, where there is no other. */
    private static List<RunCost> laterRounds(Contestant contestant) {
        return contestant
                .costs()
                .subList(
                        Math.min(1, contestant.costs().size() - 1),
                        contestant.costs().size());
    }

    private double seconds(List<RunCost> costs) {
        return Spread.of(costs.stream().mapToDouble(RunCost::cpuNanos).toArray())
                        .median()
                / 1e3
                / topic.records();
    }

    private static String number(double seconds) {
        return String.format(Locale.ROOT, "%.2f", seconds);
    }

    @Override
    public void close() throws IOException {
        contestants.forEach(contestant -> contestant.worker().close());
        stack.close();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
