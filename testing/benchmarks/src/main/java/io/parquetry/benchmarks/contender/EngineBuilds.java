package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.measure.Contender;
import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.schema.ColumnTypes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.connect.data.Struct;

/** Today's engine beside another build of it, both from plain records with the same codec. */
public final class EngineBuilds implements Closeable {
    private final EngineBuild today;
    private final EngineBuild other;
    private final String otherName;

    /** @param classes the jar or the folder of classes of the other build of format-core */
    public EngineBuilds(Path classes) throws IOException {
        today = new EngineBuild(Optional.empty());
        other = new EngineBuild(Optional.of(classes));
        otherName = "the build in " + classes;
    }

    public List<Contender> write(Dataset data, int rows, Codec codec, Path folder) {
        return List.of(
                new Write(today, "today's build", data, rows, folder.resolve("today.parquet"), codec),
                new Write(other, otherName, data, rows, folder.resolve("other.parquet"), codec));
    }

    /** Both read the file that today's build has written. */
    public List<Contender> read(Dataset data, int rows, Codec codec, Path folder) throws IOException {
        Write seed = new Write(today, "seed", data, rows, folder.resolve("seed.parquet"), codec);
        seed.run();
        return List.of(
                new FileRead("today's build", seed.file(), today.work()::read),
                new FileRead(otherName, seed.file(), other.work()::read));
    }

    @Override
    public void close() throws IOException {
        try (today) {
            other.close();
        }
    }

    private static final class Write extends RecordWrite<Map<String, Object>> {
        private final EngineBuild build;
        private final String name;
        private final String schema;
        private final Codec codec;

        Write(EngineBuild build, String name, Dataset data, int rows, Path file, Codec codec) {
            super(data, rows, file);
            this.build = build;
            this.name = name;
            this.schema = RecordLayout.of(null, data.schema(), RecordMetadata.NONE, ColumnTypes.DEFAULT)
                    .schema()
                    .toString();
            this.codec = codec;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        Map<String, Object> prepare(Struct row) {
            return PlainRows.of(row);
        }

        @Override
        Target<Map<String, Object>> open(Path file) throws IOException {
            Consumer<Map<String, ?>> writing =
                    build.work().write(schema, codec.parquetry().name(), codec.level(), file);
            return new Target<>() {
                @Override
                public void write(Map<String, Object> row) {
                    writing.accept(row);
                }

                @Override
                public void close() throws IOException {
                    ((Closeable) writing).close();
                }
            };
        }
    }
}
