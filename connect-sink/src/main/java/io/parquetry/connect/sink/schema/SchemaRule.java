package io.parquetry.connect.sink.schema;

import io.parquetry.connect.common.schema.SchemaConflictException;
import io.parquetry.connect.common.schema.SchemaUnion;
import io.parquetry.connect.sink.config.SchemaSettings;
import io.parquetry.connect.sink.schema.Meeting.Conflict;
import io.parquetry.connect.sink.schema.Meeting.Separate;
import io.parquetry.connect.sink.schema.Meeting.Together;
import java.util.Objects;
import org.apache.kafka.connect.data.Schema;

/**
 * Which schemas go together, as a function of schemas.
 *
 * <p>Backward, forward and full go by the versions of schemas, as those of other connectors do; but what would lose a
 * field or a digit on the way is incompatible here.
 */
final class SchemaRule {
    private final SchemaSettings settings;
    private final String what;
    private final SchemaUnion union;

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

    /** What becomes of files that are written in {@code latest} when a record of {@code incoming} is to go there. */
    Meeting meet(Form latest, Form incoming) {
        if (latest.kind() == Form.Kind.UNSEEN
                || incoming.kind() == Form.Kind.INFERRED && latest.kind() == incoming.kind()) {
            return new Together(incoming);
        }
        if (incoming.kind() == Form.Kind.UNSEEN || latest.equals(incoming)) {
            return new Together(latest);
        }
        if (latest.kind() != Form.Kind.SCHEMA || incoming.kind() != Form.Kind.SCHEMA) {
            return conflict("it is " + incoming.words() + ", and those before were " + latest.words());
        }
        return switch (settings.compatibility()) {
            case NONE -> new Separate();
            case MERGE -> merged(latest, incoming);
            case BACKWARD, FULL -> isNewer(incoming, latest) ? new Together(incoming) : projected(latest, incoming);
            case FORWARD -> isNewer(latest, incoming) ? new Together(incoming) : projected(latest, incoming);
        };
    }

    /** Versions count the changes of one record type; those of two types say nothing about each other. */
    private static boolean isNewer(Form one, Form other) {
        return one.version() > other.version()
                && Objects.equals(one.schema().name(), other.schema().name());
    }

    private Meeting merged(Form latest, Form incoming) {
        try {
            Schema united = union.of(latest.schema(), incoming.schema());
            return new Together(united == latest.schema() ? latest : Form.of(united));
        } catch (SchemaConflictException e) {
            return conflict(e.getMessage());
        }
    }

    private Meeting projected(Form latest, Form incoming) {
        if (holds(latest, incoming)) {
            return new Together(latest);
        }
        return conflict("values of its version " + incoming.schema().version() + " have no place in version "
                + latest.schema().version() + ", in which the file is written, without losing a part");
    }

    private Meeting conflict(String reason) {
        return new Conflict("the schema of its " + what + " does not go together with those before it: " + reason);
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
