package io.parquetry.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Engines cut a decimal of more digits than its column has, or fail, so {@code verify} says that it is there. */
class DecimalDigitsTest {
    @TempDir
    private Path directory;

    private CommandLineRun verified(String schema, List<Object> values) throws IOException {
        Path file = directory.resolve("decimals.parquet");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.replace(file),
                MessageType.parse("message m { " + schema + " }"),
                PlainRecords.walker(),
                WriterOptions.DEFAULT)) {
            for (Object value : values) {
                writer.write(Map.of("d", value));
                writer.flushRowGroup();
            }
            writer.finish();
        }
        return CommandLineRun.of("verify", file);
    }

    private static Object physical(String type, String unscaled) {
        BigInteger value = new BigInteger(unscaled);
        return switch (type) {
            case "int32" -> value.intValueExact();
            case "int64" -> value.longValueExact();
            case "binary" -> value.toByteArray();
            default -> {
                byte[] bytes = new byte[9];
                Arrays.fill(bytes, (byte) (value.signum() < 0 ? -1 : 0));
                byte[] digits = value.toByteArray();
                System.arraycopy(digits, 0, bytes, bytes.length - digits.length, digits.length);
                yield bytes;
            }
        };
    }

    @ParameterizedTest
    @CsvSource({
        "int32, 99999, 100000",
        "int64, -99999, -100000",
        "binary, 99999, 12345678901234567890123",
        "fixed_len_byte_array(9), -99999, -1234567"
    })
    void aDecimalOfMoreDigitsThanItsColumnIsReported(String type, String longest, String longer) throws IOException {
        String schema = "required " + type + " d (DECIMAL(5,2));";
        Object fitting = physical(type, longest);

        CommandLineRun run = verified(schema, List.of(fitting, fitting, physical(type, longer)));

        assertThat(verified(schema, List.of(fitting, fitting)).exitCode()).isZero();
        assertThat(run.exitCode()).isEqualTo(1);
        int digits = longer.replace("-", "").length();
        String text = longer.substring(0, longer.length() - 2) + "." + longer.substring(longer.length() - 2);
        assertThat(run.out())
                .startsWith("BAD")
                .contains("row group 2, column d, page 0: row 2 has the value \"" + text + "\" of " + digits
                        + " digits, but DECIMAL(5,2) allows 5");
    }

    @ParameterizedTest
    @ValueSource(ints = {50_000_000, Integer.MAX_VALUE})
    @Timeout(30)
    void anyPrecisionIsCheckedAndFilteredAtOnce(int precision) throws IOException {
        String schema = "required binary d (DECIMAL(" + precision + ",0));";
        List<Object> values = List.of(physical("binary", "1"), physical("binary", "12345"));

        assertThat(verified(schema, values).exitCode()).isZero();
        Path file = directory.resolve("decimals.parquet");
        assertThat(CommandLineRun.of("count", "--where", "d > 3", file).out()).isEqualTo("1\n");
    }

    @Test
    void theRowOfAnElementIsThatOfItsList() throws IOException {
        CommandLineRun run = verified("repeated int32 d (DECIMAL(2,0));", List.of(List.of(1, 2), List.of(3, 100, 4)));

        assertThat(run.out()).contains("row 1 has the value \"100\" of 3 digits, but DECIMAL(2,0) allows 2");
    }
}
