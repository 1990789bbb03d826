import type { ReactElement } from "react";
import type { ExtendedField as Control } from "../extension/extensions.js";
import { FieldFrame } from "./field-frame.js";
import { useForm, type ShapedFieldProps } from "./form-context.js";

interface ExtendedFieldProps extends ShapedFieldProps {
  readonly control: Control;
}

/** A field that a plugin edits by a control of its own. */
export function ExtendedField(props: ExtendedFieldProps): ReactElement {
  const { path, value, control: Control } = props;
  const { edit } = useForm();
  return (
    <FieldFrame {...props}>
      {({ id, readOnly, onBlur }) => (
        <div onBlur={onBlur}>
          <Control
            id={id}
            isDisabled={readOnly}
            value={value ?? undefined}
            onChange={(next) => edit({ op: "set", path, value: next })}
          />
        </div>
      )}
    </FieldFrame>
  );
}
