package io.parquetry.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys that look like those of a storage, but are not, are named; keys of other programs are not. */
class StorageOptionsTest {
    @TempDir
    private Path directory;

    @Test
    void aKeyThatNoStorageHasIsNamed() throws IOException {
        Path file = Path.of("src/test/resources/files/gzip-two-bytes-more.parquet");
        Path keys = Files.writeString(
                directory.resolve("keys.properties"),
                "s3.regoin=x\ns3.region=y\ns3.tags=topic\nazure.access.tier=Cool\nhadoop.conf.dir=/etc\nother.key=z\n");

        CommandLineRun run =
                CommandLineRun.of("count", "--config-file", keys, "--config", "s3.nothing.like.this=1", file);

        assertThat(run.exitCode()).isZero();
        assertThat(run.err().lines().filter(line -> line.contains("key")))
                .containsExactly(
                        "there is no key s3.nothing.like.this, so it has no effect",
                        "there is no key s3.regoin, so it has no effect; did you mean s3.region?");
    }

    @Test
    void keysInAnotherEncodingAreRefused() throws IOException {
        Path keys = Files.write(directory.resolve("keys.properties"), new byte[] {'a', '=', (byte) 0xE9});

        CommandLineRun run = CommandLineRun.of("count", "--config-file", keys, "s3://bucket/x");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("parquetry count: " + keys + ": is no UTF-8 text; convert it first");
    }
}
