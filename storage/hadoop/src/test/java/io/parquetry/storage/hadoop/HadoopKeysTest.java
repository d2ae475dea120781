package io.parquetry.storage.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.storage.hadoop.HadoopSettings.Identity;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/** The settings that the keys become, and the faults of values that contradict each other. */
class HadoopKeysTest {
    private static final StorageKeys KEYS = new StorageKeys(StorageAccess.WRITE);

    private final Map<String, String> given = new HashMap<>(Map.of("storage.url", "hdfs://namenode:8020/data"));

    private ConfigValues values() {
        ConfigDef definition = new ConfigDef();
        KEYS.define(definition);
        return new ConfigValues(given, definition.parse(given));
    }

    private Map<String, String> faults() {
        Faults faults = new Faults();
        KEYS.check(values(), faults);
        return faults.byKey();
    }

    private HadoopSettings hadoop() {
        return ((HadoopStorageFactory) KEYS.read(values()).factory()).settings();
    }

    @Test
    void byDefaultTheUserOfTheWorkerIsUsed() {
        assertThat(faults()).isEmpty();
        assertThat(KEYS.read(values())).isEqualTo(Storages.settings("hdfs://namenode:8020/data"));
        given.put("hdfs.user", "archive");
        assertThat(hadoop().identity()).isEqualTo(new Identity.Named(Optional.of("archive")));
    }

    @Test
    void keysOfHadoopArePassedOn() {
        given.put("hadoop.conf.dir", "/etc/hadoop");
        given.put("hadoop.dfs.replication", "2");
        given.put("hadoop.rpc.protection", "privacy");
        assertThat(hadoop().properties())
                .containsEntry("dfs.replication", "2")
                .containsEntry("hadoop.rpc.protection", "privacy")
                .doesNotContainKey("conf.dir");
        assertThat(hadoop().configurationDirectory()).hasValue("/etc/hadoop");
    }

    @Test
    void kerberosNeedsPrincipalAndKeytab() {
        given.put("connect.hdfs.principal", "connect@EXAMPLE.COM");
        assertThat(faults()).containsOnlyKeys("connect.hdfs.keytab");
        given.put("connect.hdfs.keytab", "/etc/connect.keytab");
        assertThat(faults()).isEmpty();
        assertThat(hadoop().identity()).isEqualTo(new Identity.Keytab("connect@EXAMPLE.COM", "/etc/connect.keytab"));
        given.put("hdfs.user", "archive");
        assertThat(faults()).containsOnlyKeys("hdfs.user");
    }

    @Test
    void aKeytabNeedsAPrincipal() {
        given.put("connect.hdfs.keytab", "/etc/connect.keytab");
        assertThat(faults()).containsOnlyKeys("connect.hdfs.principal");
    }
}
