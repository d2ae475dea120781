package io.parquetry.it;

import io.parquetry.local.KafkaStack;

/** On a local directory. */
class ExactlyOnceUnderKillsIT extends ExactlyOnceUnderKills {
    ExactlyOnceUnderKillsIT() {
        super(Run.ofSystem(100_000, 4, 5, 5));
    }

    @Override
    TestStorage storageOf(KafkaStack stack) {
        return TestStorage.local(stack.dataDirectory());
    }
}
