/**
 * The topics that records come back to: {@link io.parquetry.connect.source.topic.TargetTopics} says, before a record is
 * sent, whether its topic has its partition, as far as that can be known. It sends nothing.
 */
package io.parquetry.connect.source.topic;
