package io.parquetry.local.rest;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A connector that a worker has loaded.
 *
 * @param className the connector's class
 * @param type {@code sink} or {@code source}
 * @param version what the connector says of itself
 */
public record ConnectorPlugin(@JsonProperty("class") String className, String type, String version) {}
