package io.parquetry.cli.write;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An input that is read twice is copied, and a copy that cannot be written is named. */
class TwoPassInputTest {
    @TempDir
    private Path directory;

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDiskThatIsFullIsNamed() throws Exception {
        Path copy = Files.createSymbolicLink(directory.resolve("copy"), Path.of("/dev/full"));
        try (TwoPassInput input = TwoPassInput.of("-", copy, new ByteArrayInputStream(new byte[] {1}));
                InputStream pass = input.firstPass()) {
            assertThatThrownBy(pass::read)
                    .isInstanceOf(FileSystemException.class)
                    .hasMessageContaining(copy + ": the copy of the input cannot be written: ");
        }
    }
}
