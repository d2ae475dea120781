/**
 * Limits how fast records are sent: {@link io.parquetry.connect.source.rate.RateLimiter} says whether the next record
 * may be sent now, and otherwise how long to wait. Nothing here waits.
 */
package io.parquetry.connect.source.rate;
