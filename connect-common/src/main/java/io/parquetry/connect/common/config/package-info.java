/**
 * The configuration kit of both connectors. It has no keys itself, but for those of the Connect framework, which are
 * never reported as misspelt.
 *
 * <p>One file per subject holds the typed settings as a record, its enums, and its keys as a nested {@link
 * io.parquetry.connect.common.config.KeyGroup}:
 *
 * <pre>{@code
 * /** What happens to a file after all its rows were sent. *&#47;
 * public record FinishSettings(OnFinish onFinish) {
 *     public static final String ON_FINISH = "on.finish";
 *
 *     public enum OnFinish { KEEP, DELETE }
 *
 *     static final class Keys implements KeyGroup<FinishSettings> {
 *         private static final EnumValues<OnFinish> VALUES = EnumValues.of(OnFinish.class);
 *
 *         public void define(ConfigDef keys) {
 *             KeyBuilder.Group group = new KeyBuilder.Group(keys, "Finished files");
 *             group.key(ON_FINISH, STRING, "On finish")
 *                     .defaultsTo(VALUES.name(OnFinish.KEEP))
 *                     .must(VALUES)
 *                     .says("What happens to a file after all its rows were sent.");
 *         }
 *
 *         public FinishSettings read(ConfigValues values) {
 *             return new FinishSettings(VALUES.parse(values.text(ON_FINISH)));
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>{@link io.parquetry.connect.common.config.KeyGroups} joins the groups of a connector: a new key needs its
 * definition and its line in {@code read}, a new group its place in the connector's list of groups.
 */
package io.parquetry.connect.common.config;
