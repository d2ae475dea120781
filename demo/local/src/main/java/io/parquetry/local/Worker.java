package io.parquetry.local;

import io.parquetry.local.rest.ConnectClient;

/** A distributed Connect worker. */
public interface Worker extends Node {

    /** The Connect group; workers of one group share connectors and internal topics. */
    String groupId();

    /** The name of this worker in a connector's status, see {@code worker_id}. */
    String workerId();

    ConnectClient rest();
}
