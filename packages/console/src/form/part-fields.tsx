import type { ReactElement } from "react";
import { recordOf } from "../api/json.js";
import { shapeOf } from "../schema/field-shape.js";
import { useForm, type FieldProps } from "./form-context.js";
import { MemberList } from "./members-field.js";
import { ValueField } from "./value-field.js";

/** A part that has a title of its own: the members of an object without a frame around them, of anything else its field. */
export function PartFields(props: FieldProps): ReactElement {
  const { path, label, schema, value } = props;
  const { kind, schema: resolved } = shapeOf(useForm().schemas, schema);
  const isPlain = kind.is === "members" && typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isPlain) return <ValueField {...props} />;
  return <MemberList path={path} label={label} schema={resolved} members={recordOf(value)} />;
}
