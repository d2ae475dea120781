package io.parquetry.connect.source.errors;

import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import java.util.Objects;
import java.util.Optional;

/**
 * A reason why a file is bad.
 *
 * @param message names the file and the place in it
 * @param place row group, column and page, as far as they are known
 */
public record Defect(String message, Optional<Place> place) {
    public Defect {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(place, "place");
    }

    public static Defect of(ParquetException exception) {
        return new Defect(exception.getMessage(), exception.place());
    }
}
