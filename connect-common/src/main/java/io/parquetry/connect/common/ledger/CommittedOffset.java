package io.parquetry.connect.common.ledger;

/**
 * How far the sink has settled a topic-partition: of this generation of files, every offset below {@code nextOffset} is
 * in a file that can be seen, or never will be; of earlier generations, all of them.
 *
 * @param generation counts how often the position was moved by hand
 */
public record CommittedOffset(int generation, long nextOffset) {}
