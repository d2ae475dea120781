package io.parquetry.connect.source.errors;

import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import java.util.Objects;
import java.util.Optional;

/**
 * One thing that is wrong with a file.
 *
 * @param what with the name of the file and the place in it
 * @param place row group, column and page, as far as they are known
 */
public record Defect(String what, Optional<Place> place) {
    public Defect {
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(place, "place");
    }

    public static Defect of(ParquetException exception) {
        return new Defect(exception.getMessage(), exception.place());
    }
}
