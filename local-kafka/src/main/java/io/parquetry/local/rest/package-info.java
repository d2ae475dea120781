/**
 * A client for the REST API of a Kafka Connect worker: what scenarios and the demo need of it, as records.
 *
 * <p>It is not a general client: no TLS, no authentication, and requests that a worker refuses while its group
 * rebalances (409) are simply repeated until the client's patience ends.
 */
package io.parquetry.local.rest;
