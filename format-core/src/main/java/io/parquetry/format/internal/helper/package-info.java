/**
 * Tasks that an idle core of the machine may take over from the thread that needs their results. The package knows
 * nothing of what a task does, and no result depends on which thread runs it: a thread that needs the result of a task
 * that has not begun runs it itself.
 */
package io.parquetry.format.internal.helper;
