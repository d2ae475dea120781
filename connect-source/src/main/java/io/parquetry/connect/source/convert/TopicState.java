package io.parquetry.connect.source.convert;

import java.util.Objects;
import java.util.Optional;

/** What the brokers say about a topic. */
public sealed interface TopicState {
    /** The topic exists. */
    record Present(int partitions, TopicLimits limits) implements TopicState {
        public Present {
            Objects.requireNonNull(limits, "limits");
        }
    }

    /**
     * The topic does not exist.
     *
     * @param brokersCreate whether the brokers create the topic when a producer asks for it, as far as they tell
     * @param colliding an existing topic of which the name differs only in '.' and '_', so that Kafka refuses this one
     * @param limits of a topic that the brokers create
     */
    record Missing(boolean brokersCreate, Optional<String> colliding, TopicLimits limits) implements TopicState {
        public Missing {
            Objects.requireNonNull(colliding, "colliding");
            Objects.requireNonNull(limits, "limits");
        }
    }

    /** The brokers do not tell this client about the topic. */
    record Unknown() implements TopicState {}
}
