package io.parquetry.format.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.UsageException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A projection leaves fields out, and what is left means what it meant before. */
class ProjectionTest {
    private static final MessageType SCHEMA = MessageType.parse("""
            message m {
              required int64 id;
              optional group geo { optional double lat; optional double lon; required group more { optional int32 a; } }
              optional group items (LIST) { repeated group list { optional group element {
                optional binary sku (STRING); optional int32 count; } } }
              optional group stock (MAP) { repeated group key_value {
                required group key { optional int32 x; optional int32 y; } optional group value { optional int32 a; optional int32 b; } } }
              optional group old (LIST) { repeated group pair { optional int32 a; optional int32 b; } }
              optional group wrong (MAP) { repeated group entry { optional int32 a; optional int32 b; optional int32 c; } }
              optional group any (VARIANT(1)) { required binary metadata; optional binary value; }
              optional int32 `odd.name`;
              optional int32 `say "x"`;
            }""");

    private static String leaves(String projection) {
        Projection.Projected projected = Projection.parse(projection).of(SCHEMA);
        assertThat(projected.columns()).hasSameSizeAs(projected.schema().leaves());
        for (LeafColumn leaf : projected.schema().leaves()) {
            LeafColumn whole = projected.columns().get(leaf.ordinal());
            assertThat(leaf.type()).isEqualTo(whole.type());
            assertThat(leaf.maxDefinitionLevel()).isEqualTo(whole.maxDefinitionLevel());
            assertThat(leaf.maxRepetitionLevel()).isEqualTo(whole.maxRepetitionLevel());
        }
        return String.join(
                " ",
                projected.schema().leaves().stream().map(LeafColumn::dottedPath).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "id | id",
                "geo.lon,id | id geo.lon",
                " geo , geo.lat | geo.lat geo.lon geo.more.a",
                "geo.lat, geo | geo.lat geo.lon geo.more.a",
                "geo.more | geo.more.a",
                "items.list.element.sku | items.list.element.sku",
                "stock.key_value.value.b | stock.key_value.key.x stock.key_value.key.y stock.key_value.value.b",
                "stock.key_value.key.x | stock.key_value.key.x stock.key_value.key.y",
                "any.value | any.metadata any.value",
                "`odd.name` | odd.name",
                "\"odd.name\",\"say \"\"x\"\"\" | odd.name say \"x\"",
            })
    void groupsSelectWhatIsBelowThemAndMapsKeepTheirKeys(String projection, String expected) {
        assertThat(leaves(projection)).isEqualTo(expected);
    }

    @Test
    void theElementOfATwoLevelListStaysAGroup() {
        MessageType left = Projection.parse("old.pair.a").of(SCHEMA).schema();

        assertThat(left.toString()).isEqualTo("""
                        message m {
                          optional group old (LIST) {
                            repeated group array {
                              optional int32 a;
                            }
                          }
                        }
                        """);
        Shape.ListShape list = (Shape.ListShape) Shape.of(left).fields().get(0);
        assertThat(list.element()).isInstanceOf(Shape.StructShape.class);
    }

    @Test
    void aGroupThatIsNoMapDoesNotBecomeOne() {
        MessageType left =
                Projection.parse("wrong.entry.a,wrong.entry.c").of(SCHEMA).schema();

        assertThat(Shape.of(SCHEMA).fields().get(5)).isInstanceOf(Shape.StructShape.class);
        assertThat(Shape.of(left).fields().get(0)).isInstanceOf(Shape.StructShape.class);
        assertThat(left.fields().get(0).logicalType()).isEmpty();
    }

    @Test
    void everythingIsTheSchemaItself() {
        assertThat(Projection.ALL.of(SCHEMA).schema()).isSameAs(SCHEMA);
        assertThat(Projection.of(SCHEMA.fields().stream()
                                .map(field -> ColumnPath.of(field.name()))
                                .toList())
                        .of(SCHEMA)
                        .schema())
                .isEqualTo(SCHEMA);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "ID | there is no column ID; the columns are id, geo, items, stock, old, wrong, any, \"odd.name\", \"say \"\"x\"\"\"",
                "geo.latitude | there is no column geo.latitude; geo has lat, lon, more",
                "id.x | there is no column id.x; id has no fields",
                "geo.more.b | there is no column geo.more.b; geo.more has a",
                "odd.name | there is no column odd.name; a name with a dot in it is put between quotes: \"odd.name\"",
                "id,,geo | columns 'id,,geo', character 4: a name is missing; columns look like a,b.c, and a name with a dot like \"d.e\"",
                "id, \"geo | columns 'id, \"geo', character 5: a name that begins with \" does not end",
                "\"id\"x | columns '\"id\"x', character 5: found 'x' behind a quoted name, expected . or ,",
            })
    void whatIsNotThereIsRefusedWithWhatIs(String projection, String message) {
        assertThatThrownBy(() -> leaves(projection))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    @Test
    void ofManyColumnsTheFirstAreNamed() {
        MessageType wide = new MessageType(
                "wide",
                IntStream.range(0, 5_000)
                        .<Type>mapToObj(at -> PrimitiveType.of("c" + at, Repetition.OPTIONAL, PhysicalType.INT32))
                        .toList());

        assertThatThrownBy(() -> wide.leaf("x"))
                .hasMessageStartingWith("there is no column x; the columns are c0, c1, ")
                .hasMessageEndingWith(", c49 and 4950 more");
    }

    @Test
    void aProjectionHasAColumn() {
        assertThatThrownBy(() -> Projection.of(List.of())).hasMessageContaining("at least one column");
    }

    @ParameterizedTest
    @CsvSource({"a.b", "not.a", "x y.z", "'.,\"`\"", "1"})
    void thePathReadsBackWhatItSays(String name) {
        ColumnPath path = ColumnPath.of("a", name, "b c");

        assertThat(ColumnPath.parse(path.toString())).isEqualTo(path);
    }
}
