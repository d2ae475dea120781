/**
 * Files to topics: the source connector. {@link io.parquetry.connect.source.ParquetSourceTask} looks for files ({@code
 * discover}), reads their rows ({@code read}), makes records of them ({@code convert}) and gives each one the position
 * after it ({@code offset}), so that the next task goes on exactly there. It knows nothing of the sink but the names of
 * its files and what its ledger says is settled, both through {@code connect-common}.
 */
package io.parquetry.connect.source;
