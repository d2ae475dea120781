package io.parquetry.demo;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.local.KafkaDistribution;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds Kafka and the plugins beside the jar of this class: {@code ../kafka} and {@code ../plugins}. */
final class Distribution {
    private Distribution() {}

    static KafkaDistribution find() {
        Path home = home();
        Path kafka = home.resolve("kafka");
        Path plugins = home.resolve("plugins");
        if (!Files.isDirectory(kafka) || !Files.isDirectory(plugins)) {
            throw new CommandException("there is no Kafka in " + home
                    + "; start the demo with bin/parquetry demo in the source tree, which builds it");
        }
        return new KafkaDistribution(kafka, List.of(plugins));
    }

    /** The jars of an S3 server, which are beside Kafka's once somebody has asked for them. */
    static Path s3Server() {
        Path jars = home().resolve("s3proxy");
        if (!Files.isDirectory(jars)) {
            throw new CommandException("there is no S3 server in " + home()
                    + "; start the demo with bin/parquetry, which fetches s3proxy for --storage s3");
        }
        return jars;
    }

    /** The program that fetches and starts Azurite. */
    static Path azurite() {
        return home().resolve("azurite").resolve("azurite.sh");
    }

    private static Path home() {
        try {
            Path jar = Path.of(Distribution.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return jar.getParent().getParent();
        } catch (URISyntaxException e) {
            throw new CommandException("the program cannot find its own files: " + e.getMessage(), e);
        }
    }
}
