/**
 * The kit of which both connectors build their configurations: a {@link io.parquetry.connect.common.config.KeyGroup}
 * defines keys that belong together, says what does not fit together among them, and turns them into settings. It holds
 * no key of its own and knows nothing of what is configured.
 */
package io.parquetry.connect.common.config;
