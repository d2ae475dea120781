/**
 * What names of topics and directories are made of: {@link io.parquetry.connect.common.template.TemplateText} is text with
 * placeholders, {@link io.parquetry.connect.common.template.FieldPath} the way to a field, {@link
 * io.parquetry.connect.common.template.NameText} a value as text. Which placeholders there are is each connector's
 * business.
 */
package io.parquetry.connect.common.template;
