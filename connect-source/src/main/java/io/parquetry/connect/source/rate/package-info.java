/**
 * How fast records are sent: {@link io.parquetry.connect.source.rate.RateLimiter} says whether one may go now, and else how long
 * to wait. It never waits itself.
 */
package io.parquetry.connect.source.rate;
