package io.parquetry.local.rest;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A connector that a worker has loaded.
 *
 * @param className the connector's class
 * @param type {@code sink} or {@code source}
 * @param version the version that the connector reports
 */
public record ConnectorPlugin(@JsonProperty("class") String className, String type, String version) {}
