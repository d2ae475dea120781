package io.parquetry.connect.common.ledger;

/**
 * The position up to which the sink has committed a topic-partition: every offset below {@code nextOffset} of this
 * generation, and every offset of earlier generations, is in a published file or will never be in one.
 *
 * @param generation how often the position was altered by a user
 */
public record CommittedOffset(int generation, long nextOffset) {}
