/**
 * A client for the REST API of a Kafka Connect worker: the requests that scenarios and the demo need, with records as
 * responses.
 *
 * <p>It is not a general client: no TLS, no authentication. A request that a worker refuses during a rebalance (409) is
 * repeated until a time limit.
 */
package io.parquetry.local.rest;
