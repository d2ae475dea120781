package io.parquetry.connect.sink.schema;

import io.parquetry.connect.common.schema.SchemaConflictException;
import io.parquetry.connect.common.schema.SchemaUnion;
import io.parquetry.connect.sink.config.FileSchemaSettings;
import io.parquetry.connect.sink.schema.SchemaMatch.Compatible;
import io.parquetry.connect.sink.schema.SchemaMatch.Conflict;
import io.parquetry.connect.sink.schema.SchemaMatch.Separate;
import java.util.Objects;
import org.apache.kafka.connect.data.Schema;

/**
 * {@code schema.compatibility} as a function of schemas. Backward, forward and full compare versions, as other
 * connectors do; but a conversion that would lose a field or a digit is incompatible here.
 */
final class CompatibilityRule {
    private final FileSchemaSettings settings;
    private final String part;
    private final SchemaUnion union;
    private final DefaultColumns defaults;

    /** @param part key or value, for messages */
    CompatibilityRule(FileSchemaSettings settings, String part, DefaultColumns defaults) {
        this.settings = settings;
        this.part = part;
        this.defaults = defaults;
        this.union = new SchemaUnion(settings.columns());
    }

    /** Whether records of {@code incoming} can be written to a file of {@code file}, converted to its schema. */
    boolean isWritable(ObservedSchema incoming, ObservedSchema file) {
        if (incoming.kind() == ObservedSchema.Kind.UNKNOWN || file.equals(incoming)) {
            return true;
        }
        if (!areDeclared(file, incoming) || !defaults.mayShare(file.schema(), incoming.schema())) {
            return false;
        }
        return switch (settings.compatibility()) {
            case NONE -> false;
            case MERGE -> contains(file, incoming);
            case BACKWARD, FULL -> incoming.version() <= file.version() && contains(file, incoming);
            case FORWARD -> incoming.version() >= file.version() && contains(file, incoming);
        };
    }

    private static boolean areDeclared(ObservedSchema one, ObservedSchema other) {
        return one.kind() == ObservedSchema.Kind.DECLARED && other.kind() == ObservedSchema.Kind.DECLARED;
    }

    private boolean contains(ObservedSchema whole, ObservedSchema part) {
        return union.holds(whole.schema(), part.schema());
    }

    /** How records of {@code incoming} can share files that are written in {@code latest}. */
    SchemaMatch match(ObservedSchema latest, ObservedSchema incoming) {
        if (latest.kind() == ObservedSchema.Kind.UNKNOWN
                || incoming.kind() == ObservedSchema.Kind.INFERRED && latest.kind() == incoming.kind()) {
            return new Compatible(incoming);
        }
        if (incoming.kind() == ObservedSchema.Kind.UNKNOWN || latest.equals(incoming)) {
            return new Compatible(latest);
        }
        if (!areDeclared(latest, incoming)) {
            return conflict("it is " + incoming.description() + ", and those before were " + latest.description());
        }
        if (!defaults.mayShare(latest.schema(), incoming.schema())) {
            return new Separate();
        }
        return switch (settings.compatibility()) {
            case NONE -> new Separate();
            case MERGE -> merged(latest, incoming);
            case BACKWARD, FULL -> isNewer(incoming, latest) ? new Compatible(incoming) : projected(latest, incoming);
            case FORWARD -> isNewer(latest, incoming) ? new Compatible(incoming) : projected(latest, incoming);
        };
    }

    /** Versions count the changes of one record type; versions of two types cannot be compared. */
    private static boolean isNewer(ObservedSchema one, ObservedSchema other) {
        return one.version() > other.version()
                && Objects.equals(one.schema().name(), other.schema().name());
    }

    private SchemaMatch merged(ObservedSchema latest, ObservedSchema incoming) {
        try {
            Schema united = union.of(latest.schema(), incoming.schema());
            return new Compatible(united == latest.schema() ? latest : ObservedSchema.declared(united));
        } catch (SchemaConflictException e) {
            return conflict(e.getMessage());
        }
    }

    private SchemaMatch projected(ObservedSchema latest, ObservedSchema incoming) {
        if (contains(latest, incoming)) {
            return new Compatible(latest);
        }
        return conflict("values of its version " + incoming.schema().version() + " have no place in version "
                + latest.schema().version() + ", in which the file is written, without losing a part");
    }

    private SchemaMatch conflict(String reason) {
        return new Conflict("the schema of its " + part + " is incompatible with the schemas before it: " + reason);
    }

    /** Whether an open file of {@code file} can be written again in {@code next}, with all of its rows. */
    boolean mayGrow(ObservedSchema file, ObservedSchema next) {
        if (file.equals(next) || file.kind() == ObservedSchema.Kind.UNKNOWN) {
            return true;
        }
        if (file.kind() != next.kind()) {
            return false;
        }
        boolean inferred = file.kind() == ObservedSchema.Kind.INFERRED;
        return switch (settings.compatibility()) {
            // An inferred schema grows with the values that came, whatever versions would say; only NONE forbids it.
            case NONE -> false;
            case BACKWARD, FORWARD, FULL -> inferred;
            case MERGE -> inferred || contains(next, file);
        };
    }
}
