package io.parquetry.local;

import java.time.Duration;

/**
 * An event of a node, for a {@link NodeListener}.
 *
 * @param node the node's name, see {@link Node#name()}
 * @param step the step that has begun or ended
 * @param elapsed time since the node was launched; zero before that
 */
public record NodeEvent(String node, Step step, Duration elapsed) {

    /** The steps of a node. */
    public enum Step {
        /** The broker's log directory is being formatted; only in a new directory. */
        FORMATTING,
        /** The process has been launched. */
        LAUNCHED,
        /** The node is ready. */
        READY,
        /** The node has been paused. */
        PAUSED,
        /** The node runs again after a pause. */
        UNPAUSED,
        /** The node has been killed. */
        KILLED,
        /** The node has exited on request. */
        STOPPED
    }
}
