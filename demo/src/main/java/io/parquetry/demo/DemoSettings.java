package io.parquetry.demo;

import java.nio.file.Path;

/**
 * The options of the demo.
 *
 * @param directory the directory of broker, worker and files; empty or new
 */
record DemoSettings(String topic, int partitions, DemoStorage.Kind storage, Path directory) {
    String replayedTopic() {
        return topic + "-replayed";
    }
}
