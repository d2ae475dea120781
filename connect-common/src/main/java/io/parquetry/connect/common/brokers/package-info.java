/**
 * How a connector asks brokers, whose addresses Connect does not tell it. What is asked is not here.
 */
package io.parquetry.connect.common.brokers;
