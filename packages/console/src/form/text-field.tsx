import { useState, type ReactElement } from "react";
import { Input } from "../design/field.js";
import type { FieldShape } from "../schema/field-shape.js";
import { texts } from "../texts.js";
import { FieldFrame, type ControlAttributes } from "./field-frame.js";
import { placeholderOf } from "./placeholder.js";
import { useForm, type ShapedFieldProps } from "./form-context.js";

/** More characters than these are more than a line. */
const A_LINE = 200;

/** A text: of one line where the schema says that it is short or of a form, else of several. */
export function TextField(props: ShapedFieldProps): ReactElement {
  const { shape, value } = props;
  const isSecret = shape.schema["writeOnly"] === true || props.schema["writeOnly"] === true;
  const text = typeof value === "string" ? value : "";
  // Not decided again while somebody types: another control would lose the cursor.
  const [isLong] = useState(() => !isSecret && isLongText(shape, text));
  const isOdd = hasOddCharacters(text) || (!isLong && text.includes("\n"));
  return (
    <FieldFrame
      {...props}
      help={isSecret ? texts.form.secret : undefined}
      lock={isOdd ? texts.form.oddText : undefined}
    >
      {(attributes) => (
        <TextControl {...props} attributes={attributes} look={isSecret ? "secret" : isLong ? "long" : "line"} />
      )}
    </FieldFrame>
  );
}

interface TextControlProps extends ShapedFieldProps {
  readonly attributes: ControlAttributes;
  readonly look: "secret" | "long" | "line";
}

function TextControl({ path, value, isRequired, shape, attributes, look }: TextControlProps): ReactElement {
  const { edit } = useForm();
  const text = typeof value === "string" ? value : "";
  const change = (next: string): void => {
    // An optional field from which all is taken is not there. The menu sets an empty text.
    edit({ op: "set", path, value: next === "" && (!isRequired || look === "secret") ? undefined : next });
  };
  const placeholder = placeholderOf(shape, value);
  if (look === "long")
    return (
      <textarea
        {...attributes}
        className="input long-text"
        rows={text.includes("\n") ? 4 : 1}
        placeholder={placeholder}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
    );
  return (
    <Input
      {...attributes}
      type={look === "secret" ? "password" : "text"}
      autoComplete={look === "secret" ? "new-password" : "off"}
      placeholder={placeholder}
      value={text}
      onChange={(event) => change(event.target.value)}
    />
  );
}

function isLongText({ schema }: FieldShape, text: string): boolean {
  const { maxLength, pattern, format } = schema;
  if (text.includes("\n")) return true;
  if (pattern !== undefined || format !== undefined) return false;
  return typeof maxLength !== "number" || maxLength > A_LINE;
}

/** Characters that a control drops or changes, so that text would be lost with the first key. */
function hasOddCharacters(text: string): boolean {
  // eslint-disable-next-line no-control-regex
  return /[\u0000\r]/.test(text);
}
