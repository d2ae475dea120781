package io.parquetry.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A TIME outside of the day is another time in the eyes of each reader, so {@code verify} says that it is there. */
class TimesOfDayTest {
    @TempDir
    private Path directory;

    private CommandLineRun verified(String unit, Number time) throws IOException {
        Path file = directory.resolve("times.parquet");
        MessageType schema = MessageType.parse("message m { required " + (time instanceof Integer ? "int32" : "int64")
                + " t (TIME(" + unit + ",true)); }");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(file), schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.write(Map.of("t", time));
            writer.finish();
        }
        return CommandLineRun.of("verify", file);
    }

    @ParameterizedTest
    @CsvSource({
        "MICROS, -3600000000",
        "MICROS, 86400000000",
        "MICROS, 3020399000000",
        "NANOS, 86400000000000",
        "NANOS, -1"
    })
    void aTimeOutsideOfTheDayIsReported(String unit, long time) throws IOException {
        CommandLineRun run = verified(unit, time);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .startsWith("BAD")
                .contains(
                        "column t, page 0: the value " + time + " is outside of the day, and TIME(" + unit + ",true)");
    }

    @ParameterizedTest
    @CsvSource({"-1", "86400000"})
    void millisecondsToo(int time) throws IOException {
        assertThat(verified("MILLIS", time).out()).contains("the value " + time + " is outside of the day");
    }

    @ParameterizedTest
    @CsvSource({"MICROS, 0", "MICROS, 86399999999", "NANOS, 86399999999999"})
    void theFirstAndTheLastOfTheDayAreNot(String unit, long time) throws IOException {
        assertThat(verified(unit, time).exitCode()).isZero();
    }
}
