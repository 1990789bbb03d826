import type { ReactElement } from "react";
import { Input } from "../design/field.js";
import { texts } from "../texts.js";
import { ChoiceField } from "./choice-field.js";
import { FieldFrame } from "./field-frame.js";
import type { ShapedFieldProps } from "./form-context.js";
import { printed } from "./placeholder.js";

interface FixedFieldProps extends ShapedFieldProps {
  /** The one value that there is. */
  readonly only: unknown;
}

/** A field with one value: shown where it is there and must be, else a choice of it or nothing. */
export function FixedField(props: FixedFieldProps): ReactElement {
  const { value, only, isRequired } = props;
  if (!isRequired || printed(value ?? null) !== printed(only)) return <ChoiceField {...props} values={[only]} />;
  return (
    <FieldFrame {...props} lock={texts.form.fixed}>
      {(attributes) => <Input {...attributes} value={printed(value)} />}
    </FieldFrame>
  );
}
