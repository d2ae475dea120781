package io.parquetry.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parquetry.local.KafkaStack;

/** On HDFS. The source offsets do not depend on the storage. */
class ExactlyOnceUnderKillsOnHdfsIT extends ExactlyOnceUnderKills {
    ExactlyOnceUnderKillsOnHdfsIT() {
        super(Run.ofSystem(100_000, 4, 5, 0));
    }

    @Override
    TestStorage storageOf(KafkaStack stack) {
        assumeTrue("local".equals(System.getProperty("stack")), "The HDFS of this process is on its loopback address");
        return new HdfsTestStorage(stack.dataDirectory(), 1);
    }
}
