import type { ReactElement } from "react";
import type { ModelReference } from "../api/model.js";
import { texts } from "../texts.js";
import { FieldFrame } from "./field-frame.js";
import { useForm, type ShapedFieldProps } from "./form-context.js";
import { placeholderOf } from "./placeholder.js";
import { ReferenceInput } from "./reference-choice.js";

interface ReferenceFieldProps extends ShapedFieldProps {
  readonly reference: Pick<ModelReference, "group" | "version" | "kind">;
}

/** The name of an object of another model, which the service searches for. */
export function ReferenceField(props: ReferenceFieldProps): ReactElement {
  const { path, value, shape, reference } = props;
  const { edit } = useForm();
  return (
    <FieldFrame {...props} help={texts.form.refersTo(reference.kind)}>
      {(attributes) => (
        <ReferenceInput
          reference={reference}
          attributes={{ ...attributes }}
          placeholder={placeholderOf(shape, value)}
          value={typeof value === "string" ? value : undefined}
          onChange={(name) => edit({ op: "set", path, value: name })}
        />
      )}
    </FieldFrame>
  );
}
