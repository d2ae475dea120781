/**
 * A real Kafka broker (KRaft, one node) and real distributed Connect workers, started as child JVMs on free loopback
 * ports, for the demo and for whole-system tests.
 *
 * <p>Start here: {@link io.parquetry.local.LocalStack#start} with a {@link io.parquetry.local.KafkaDistribution} (the
 * jars of the children and the plugins of the worker) and {@link io.parquetry.local.StackSettings} (directory, number
 * of workers, properties). It returns a {@link io.parquetry.local.KafkaStack}: addresses, a REST client per worker, and
 * nodes that can be killed and started again with the same data and ports.
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
 * <p>The children see Kafka's own jars and {@code plugin.path}, never the class path of the calling process, so a
 * plugin is as isolated as in production. {@link io.parquetry.local.LocalS3} and {@link
 * io.parquetry.local.LocalAzurite} are object stores of the same kind. This package is for tests only and not for
 * durable data: every internal topic has one replica, timeouts are short, and nothing is protected by a password.
 */
package io.parquetry.local;
