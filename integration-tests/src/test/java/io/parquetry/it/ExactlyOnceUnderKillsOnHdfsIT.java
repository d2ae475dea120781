package io.parquetry.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parquetry.local.KafkaStack;

/** On an HDFS, which the source only reads: a position does not know what storage it is of. */
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
