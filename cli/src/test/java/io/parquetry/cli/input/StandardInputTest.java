package io.parquetry.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.io.InputFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Standard input is read in ranges, whatever its size; a large one leaves no file, however the program ends. */
class StandardInputTest {
    @Test
    void everyRangeIsThatOfTheStream() throws IOException {
        for (int length :
                new int[] {0, 100, StandardInput.MEMORY_BYTES_MAX, StandardInput.MEMORY_BYTES_MAX + 100_000}) {
            byte[] bytes = new byte[length];
            new Random(length).nextBytes(bytes);
            try (StandardInput input = StandardInput.read(new ByteArrayInputStream(bytes));
                    InputFile file = input.open()) {
                assertThat(file.length()).isEqualTo(length).isEqualTo(input.length());
                byte[] read = new byte[length + 2];
                file.readFully(0, read, 1, length / 2);
                file.readFully(length / 2, read, 1 + length / 2, length - length / 2);
                assertThat(Arrays.copyOfRange(read, 1, length + 1)).isEqualTo(bytes);
            }
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void theTemporaryFileHasNoNameWhileItIsUsed() throws IOException {
        List<Path> before = spools();
        try (StandardInput input =
                StandardInput.read(new ByteArrayInputStream(new byte[StandardInput.MEMORY_BYTES_MAX + 1]))) {
            assertThat(input.length()).isGreaterThan(StandardInput.MEMORY_BYTES_MAX);
            assertThat(spools()).isEqualTo(before);
        }
    }

    private static List<Path> spools() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.toString().endsWith(".stdin")).toList();
        }
    }
}
