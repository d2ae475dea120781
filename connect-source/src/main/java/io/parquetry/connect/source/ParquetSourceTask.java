package io.parquetry.connect.source;

import io.parquetry.connect.common.version.PluginVersion;
import io.parquetry.connect.common.version.WorkerFloor;
import io.parquetry.connect.source.send.BatchMemory;
import io.parquetry.connect.source.send.SourceLoop;
import io.parquetry.connect.source.send.TaskHost;
import io.parquetry.format.host.CoreReservation;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;

/** Delegates the calls of the worker to a {@link SourceLoop}. */
public final class ParquetSourceTask extends SourceTask {
    private final TaskHost host;

    /** Null before the start, and after the end. */
    private CoreReservation core;

    /** Null before the start. */
    private SourceLoop loop;

    /** For the framework. */
    public ParquetSourceTask() {
        this(TaskHost.WORKER);
    }

    ParquetSourceTask(TaskHost host) {
        this.host = Objects.requireNonNull(host, "host");
    }

    @Override
    public String version() {
        return PluginVersion.TEXT;
    }

    @Override
    public void start(Map<String, String> config) {
        WorkerFloor.require();
        core = CoreReservation.take();
        BatchMemory.OF_WORKER.enter();
        loop = new SourceLoop(config, context, host);
    }

    @Override
    public List<SourceRecord> poll() throws InterruptedException {
        return loop.poll();
    }

    @Override
    public void commitRecord(SourceRecord record, RecordMetadata metadata) {
        loop.commitRecord(record, metadata);
    }

    /** Also called when {@link #start} has failed. */
    @Override
    public void stop() {
        if (core != null) {
            core.close();
            core = null;
            BatchMemory.OF_WORKER.leave();
        }
        if (loop != null) {
            loop.stop();
        }
    }
}
