/**
 * The topics that restored records are sent to: {@link io.parquetry.connect.source.topic.TargetTopics} checks, before a
 * record is sent, whether its topic has its partition, as far as that can be known. Nothing is sent here.
 */
package io.parquetry.connect.source.topic;
