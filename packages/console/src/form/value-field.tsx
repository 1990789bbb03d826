import type { ReactElement } from "react";
import { Button } from "../design/button.js";
import { ErrorBoundary } from "../design/error-boundary.js";
import { recordOf } from "../api/json.js";
import { referenceOfSchema, resolveSchema } from "../api/schema.js";
import { shapeOf } from "../schema/field-shape.js";
import { texts } from "../texts.js";
import { ChoiceField } from "./choice-field.js";
import { ExtendedField } from "./extended-field.js";
import { FieldFrame } from "./field-frame.js";
import { FixedField } from "./fixed-field.js";
import { useForm, type FieldProps, type ShapedFieldProps } from "./form-context.js";
import { ListField } from "./list-field.js";
import { MembersField } from "./members-field.js";
import { NumberField } from "./number-field.js";
import { ReferenceField } from "./reference-field.js";
import { TextField } from "./text-field.js";
import { isShownAsTime, TimeField } from "./time-field.js";
import { UnionField } from "./union-field.js";

/** A field for a value of any schema: the control of a plugin, where one has any, else what the schema makes it. */
export function ValueField(props: FieldProps): ReactElement {
  const { schemas, controls } = useForm();
  const shape = shapeOf(schemas, props.schema);
  const control = controls.get(props.path.join("."));
  const own = <ShapedField {...props} shape={shape} />;
  if (control === undefined) return own;
  return (
    <ErrorBoundary fallback={own}>
      <ExtendedField {...props} shape={shape} control={control} />
    </ErrorBoundary>
  );
}

/** A value of another kind than the schema's is shown, and left alone. */
function ShapedField({ shape, ...props }: ShapedFieldProps): ReactElement {
  const { value } = props;
  const { kind } = shape;
  switch (kind.is) {
    case "fixed":
      return <FixedField {...props} shape={shape} only={kind.value} />;
    case "choice":
      return <ChoiceField {...props} shape={shape} values={kind.values} />;
    case "flag":
      return <ChoiceField {...props} shape={shape} values={[true, false]} />;
    case "union":
      return <UnionField {...props} shape={shape} branches={kind.branches} />;
    case "number":
      return isPlain(value) ? <NumberField {...props} shape={shape} /> : <OtherValue {...props} shape={shape} />;
    case "text":
      return isText(value) ? <AnyText {...props} shape={shape} /> : <OtherValue {...props} shape={shape} />;
    case "list":
      if (value !== undefined && value !== null && !Array.isArray(value))
        return <OtherValue {...props} shape={shape} />;
      return <ListField {...props} shape={shape} items={value ?? []} />;
    case "members":
      if (value !== undefined && value !== null && (typeof value !== "object" || Array.isArray(value)))
        return <OtherValue {...props} shape={shape} />;
      return <MembersField {...props} shape={shape} members={recordOf(value)} />;
  }
}

function AnyText(props: ShapedFieldProps): ReactElement {
  const { schemas } = useForm();
  const { schema } = props.shape;
  const reference = referenceOfSchema(schema) ?? referenceOfSchema(resolveSchema(schemas, props.schema));
  if (reference !== undefined) return <ReferenceField {...props} reference={reference} />;
  const isTime = schema["format"] === "date-time" || schema["format"] === "date";
  return isTime && isShownAsTime(props.value) ? <TimeField {...props} /> : <TextField {...props} />;
}

/** A number field shows texts as well: what somebody types is one until it is a number. */
function isPlain(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "number" || typeof value === "string";
}

function isText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string";
}

/** A value of another kind than the field: a control for the one would destroy the other. */
function OtherValue(props: ShapedFieldProps): ReactElement {
  const { path, label, value, isRequired } = props;
  const { edit } = useForm();
  return (
    <FieldFrame {...props} help={texts.form.otherKind}>
      {({ id, "aria-describedby": describedBy }) => (
        <div id={id} tabIndex={-1} aria-describedby={describedBy} className="row">
          <code className="other-value">{JSON.stringify(value)}</code>
          {isRequired && (
            <Button aria-label={texts.form.remove(label)} onClick={() => edit({ op: "set", path, value: undefined })}>
              {texts.remove}
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
