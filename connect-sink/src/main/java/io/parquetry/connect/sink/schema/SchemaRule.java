package io.parquetry.connect.sink.schema;

import io.parquetry.connect.common.schema.SchemaConflictException;
import io.parquetry.connect.common.schema.SchemaUnion;
import io.parquetry.connect.sink.config.SchemaSettings;
import io.parquetry.connect.sink.config.SchemaSettings.Incompatible;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which schemas go together, as a function of schemas.
 *
 * <p>Backward, forward and full go by the versions of schemas, as those of other connectors do; but what would lose a
 * field or a digit on the way is incompatible here.
 */
final class SchemaRule {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaRule.class);

    private final SchemaSettings settings;
    private final String what;
    private final SchemaUnion union;
    private boolean warned;

    /** @param what key or value, for messages */
    SchemaRule(SchemaSettings settings, String what) {
        this.settings = settings;
        this.what = what;
        this.union = new SchemaUnion(settings.decimalPrecision());
    }

    /** Whether records of {@code incoming} may stand in a file of {@code file}, brought to its schema. */
    boolean admits(Form file, Form incoming) {
        if (incoming.kind() == Form.Kind.UNSEEN || file.equals(incoming)) {
            return true;
        }
        if (file.kind() != Form.Kind.SCHEMA || incoming.kind() != Form.Kind.SCHEMA) {
            return false;
        }
        return switch (settings.compatibility()) {
            case NONE -> false;
            case MERGE -> holds(file, incoming);
            case BACKWARD, FULL -> incoming.version() <= file.version() && holds(file, incoming);
            case FORWARD -> incoming.version() >= file.version() && holds(file, incoming);
        };
    }

    private boolean holds(Form whole, Form part) {
        return union.holds(whole.schema(), part.schema());
    }

    /**
     * What the next file begins with, after records of {@code latest}, for one of {@code incoming}.
     *
     * @throws DataException when the two do not go together and that is the record's fault
     */
    Form next(Form latest, Form incoming) {
        if (latest.kind() == Form.Kind.UNSEEN
                || incoming.kind() == Form.Kind.INFERRED && latest.kind() == incoming.kind()) {
            return incoming;
        }
        if (incoming.kind() == Form.Kind.UNSEEN || latest.equals(incoming)) {
            return latest;
        }
        if (latest.kind() != Form.Kind.SCHEMA || incoming.kind() != Form.Kind.SCHEMA) {
            return other(incoming, "it is " + incoming.words() + ", and those before were " + latest.words());
        }
        return switch (settings.compatibility()) {
            case NONE -> incoming;
            case MERGE -> merged(latest, incoming);
            case BACKWARD, FULL -> incoming.version() > latest.version() ? incoming : projected(latest, incoming);
            case FORWARD -> incoming.version() < latest.version() ? incoming : projected(latest, incoming);
        };
    }

    private Form merged(Form latest, Form incoming) {
        try {
            Schema united = union.of(latest.schema(), incoming.schema());
            return united == latest.schema() ? latest : Form.of(united);
        } catch (SchemaConflictException e) {
            return other(incoming, e.getMessage());
        }
    }

    private Form projected(Form latest, Form incoming) {
        if (holds(latest, incoming)) {
            return latest;
        }
        return other(
                incoming,
                "values of its version " + incoming.schema().version() + " have no place in version "
                        + latest.schema().version() + ", in which the file is written, without losing a part");
    }

    private Form other(Form incoming, String reason) {
        if (settings.incompatible() == Incompatible.ERROR_RECORD) {
            throw new DataException("the schema of its " + what + " does not go together with those before it: "
                    + reason + "; with schema.incompatible=rotate it would begin another file");
        }
        if (!warned) {
            LOG.warn(
                    "the schema of a {} does not go together with those before it, and ends the file that is open: {}."
                            + " Where such schemas take turns, so do files; let them go to different directories, or"
                            + " report them with schema.incompatible=error-record",
                    what,
                    reason);
            warned = true;
        }
        return incoming;
    }

    /** Whether an open file of {@code file} may become one of {@code next}: its rows are brought along. */
    boolean mayGrow(Form file, Form next) {
        if (file.equals(next) || file.kind() == Form.Kind.UNSEEN) {
            return true;
        }
        if (file.kind() != next.kind()) {
            return false;
        }
        return switch (settings.compatibility()) {
            case NONE, BACKWARD, FORWARD, FULL -> file.kind() == Form.Kind.INFERRED && isMerging();
            case MERGE -> file.kind() == Form.Kind.INFERRED || holds(next, file);
        };
    }

    /** An inferred schema grows with what is seen, whatever versions would say; only none is none. */
    private boolean isMerging() {
        return settings.compatibility() != SchemaSettings.Compatibility.NONE;
    }
}
