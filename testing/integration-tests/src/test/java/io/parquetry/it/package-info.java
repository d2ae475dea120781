/**
 * Whole-system scenarios: a real broker, a real Connect worker that loads the packed plugin, real files.
 *
 * <p>A scenario uses {@link io.parquetry.local.KafkaStack}; {@link io.parquetry.it.Stacks} selects where it runs. A
 * test of a single class belongs to the module of the class.
 */
package io.parquetry.it;
