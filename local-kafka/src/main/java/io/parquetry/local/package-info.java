/**
 * A real Kafka broker (KRaft, one node) and real distributed Connect workers, started as child JVMs on free loopback
 * ports, for the demo and for whole-system tests.
 *
 * <p>Start here: {@link io.parquetry.local.LocalStack#start} with a {@link io.parquetry.local.KafkaDistribution} (which
 * jars the children run, which plugins the worker loads) and {@link io.parquetry.local.StackSettings} (where, how many,
 * what differs from the defaults). What comes back is a {@link io.parquetry.local.KafkaStack}: addresses, a REST client
 * per worker, and nodes that can be killed and started again on the same data and the same ports.
 *
 * <pre>{@code
 * var distribution = KafkaDistribution.fromSystemProperties();
 * try (KafkaStack stack = LocalStack.start(distribution, StackSettings.in(directory), NodeListener.silent());
 *         Topics topics = new Topics(stack.bootstrapServers())) {
 *     topics.create("quakes", 3);
 *     stack.worker().rest().create("quakes-sink", Map.of("connector.class", "...", "topics", "quakes"));
 *     stack.worker().rest().awaitRunning("quakes-sink", Duration.ofSeconds(30));
 *     stack.worker().kill();
 *     stack.worker().start();
 * }
 * }</pre>
 *
 * <p>The children see Kafka's own jars and {@code plugin.path}, never the class path of the calling process, so a plugin
 * is loaded as isolated as in production. This package is not a way to run Kafka for anything that must last: every
 * internal topic has one replica, timeouts are short, and nothing is protected by a password.
 */
package io.parquetry.local;
