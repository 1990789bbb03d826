import type { FieldShape } from "../schema/field-shape.js";
import { texts } from "../texts.js";

/** What stands in a control that is empty: why it is. */
export function placeholderOf({ schema }: FieldShape, value: unknown): string {
  if (value === null) return texts.form.nothing;
  if (value === "") return texts.form.emptyText;
  const { default: given } = schema;
  return given === undefined ? texts.form.notSet : texts.form.byDefault(printed(given));
}

/** A value in a line. */
export function printed(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
