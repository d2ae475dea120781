/**
 * Whole-system scenarios: a real broker, a real Connect worker that loads the packed plugin, real files.
 *
 * <p>A scenario is written once against {@link io.parquetry.local.KafkaStack}; {@link io.parquetry.it.Stacks} decides
 * where it runs. What a class of the project does by itself belongs into that class's own module, not here.
 */
package io.parquetry.it;
