package io.parquetry.local.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;

/**
 * One entry of a connector's offsets.
 *
 * @param partition for a sink {@code kafka_topic} and {@code kafka_partition}, for a source what the source defines
 * @param offset for a sink {@code kafka_offset}, for a source what the source defines; null to reset the partition
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record ConnectorOffset(Map<String, Object> partition, Map<String, Object> offset) {}
