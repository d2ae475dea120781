/**
 * Templates of topic and directory names: {@link io.parquetry.connect.common.template.TemplateText} is text with
 * placeholders, {@link io.parquetry.connect.common.template.FieldPath} the path to a field, {@link
 * io.parquetry.connect.common.template.NameText} a value as text. Each connector defines its own placeholders.
 */
package io.parquetry.connect.common.template;
