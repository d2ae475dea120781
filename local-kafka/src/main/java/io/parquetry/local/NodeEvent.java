package io.parquetry.local;

import java.time.Duration;

/**
 * One step in the life of a node, told to a {@link NodeListener}.
 *
 * @param node the node's name, see {@link Node#name()}
 * @param step what has just begun or been reached
 * @param elapsed time since the node was launched; zero before that
 */
public record NodeEvent(String node, Step step, Duration elapsed) {

    /** What can happen to a node. */
    public enum Step {
        /** The broker's log directory is being formatted; only on a fresh directory. */
        FORMATTING,
        /** The process has been launched. */
        LAUNCHED,
        /** The node answers. */
        READY,
        /** The node has been halted where it stood. */
        PAUSED,
        /** The node goes on after a pause. */
        UNPAUSED,
        /** The node has been killed. */
        KILLED,
        /** The node has ended after it was asked to. */
        STOPPED
    }
}
