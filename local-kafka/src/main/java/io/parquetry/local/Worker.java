package io.parquetry.local;

import io.parquetry.local.rest.ConnectClient;

/** A distributed Connect worker. */
public interface Worker extends Node {

    /** The Connect group; workers of one group share connectors and internal topics. */
    String groupId();

    /** How a connector's status names this worker, see {@code worker_id}. */
    String workerId();

    ConnectClient rest();
}
