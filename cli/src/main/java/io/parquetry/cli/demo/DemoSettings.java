package io.parquetry.cli.demo;

import java.nio.file.Path;

/**
 * What the user chose.
 *
 * @param directory where broker, worker and files live; empty or not there yet
 */
record DemoSettings(String topic, int partitions, Path directory) {
    String replayedTopic() {
        return topic + "-replayed";
    }
}
