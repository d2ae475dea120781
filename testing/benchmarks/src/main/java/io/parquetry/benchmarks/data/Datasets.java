package io.parquetry.benchmarks.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The data sets by their letters. */
public final class Datasets {
    public static final List<String> LETTERS =
            List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o");

    private final Path shared;

    /** @param shared folder with {@code data/earthquakes.ndjson} and {@code data/flights-3m.parquet}, if it exists */
    public Datasets(Path shared) {
        this.shared = shared;
    }

    /** The file of a data set; absent for generated data. */
    public Optional<Path> source(String letter) {
        return switch (letter) {
            case "c" -> Optional.of(shared.resolve("data").resolve("earthquakes.ndjson"));
            case "d" -> Optional.of(shared.resolve("data").resolve("flights-3m.parquet"));
            case "g" -> Optional.of(shared.resolve("data").resolve("webhooks.ndjson"));
            default -> Optional.empty();
        };
    }

    /** Whether the file of the data set exists, or none is needed. */
    public boolean has(String letter) {
        return source(letter).map(Files::isRegularFile).orElse(true);
    }

    public Dataset open(String letter) throws IOException {
        return switch (letter) {
            case "a" -> new Flights();
            case "b" -> new Orders();
            case "c" -> Earthquakes.read(source(letter).orElseThrow());
            case "d" -> FlightsFile.read(source(letter).orElseThrow());
            case "e" -> new Sparse();
            case "f" -> new Measurements();
            case "g" -> Webhooks.read(source(letter).orElseThrow());
            case "h" -> new Gauges();
            case "i" -> new Articles();
            case "j" -> new Trees();
            case "k" -> new Lineitem();
            case "l" -> new Decimals();
            case "m" -> new Scripts();
            case "n" -> new JdbcTable();
            case "o" -> new Changes();
            default -> throw new IllegalArgumentException("no data set " + letter + "; there are " + LETTERS);
        };
    }
}
