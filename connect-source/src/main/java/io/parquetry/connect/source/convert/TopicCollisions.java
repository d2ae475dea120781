package io.parquetry.connect.source.convert;

/** Kafka refuses to create a topic of which the name differs from that of another one only in '.' and '_'. */
final class TopicCollisions {
    private TopicCollisions() {}

    /** Whether only one of two different topics can be created. */
    static boolean collide(String topic, String other) {
        return !topic.equals(other) && unified(topic).equals(unified(other));
    }

    /** The same text for all names of which Kafka takes only one. */
    static String unified(String topic) {
        return topic.replace('.', '_');
    }
}
