/**
 * What files are called: data files carry their topic, partition and offsets in their name, and the sink's ledger has a
 * place of its own beside them. Names and paths are built and taken apart here and nowhere else; nothing here touches a
 * storage.
 */
package io.parquetry.connect.common.naming;
