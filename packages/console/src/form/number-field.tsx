import { useState, type ReactElement } from "react";
import { Input } from "../design/field.js";
import { FieldFrame } from "./field-frame.js";
import { useForm, type ShapedFieldProps } from "./form-context.js";
import { placeholderOf } from "./placeholder.js";

/** A number. What is typed and is not one stands in the object as a text, so that nothing is hidden from the other editor. */
export function NumberField(props: ShapedFieldProps): ReactElement {
  const { path, value, shape } = props;
  const { edit } = useForm();
  const [typed, setTyped] = useState("");
  const text = numberOf(typed) === value && typed !== "" ? typed : textOfValue(value);
  const change = (next: string): void => {
    setTyped(next);
    edit({ op: "set", path, value: numberOf(next) });
  };
  return (
    <FieldFrame {...props}>
      {(attributes) => (
        <Input
          {...attributes}
          inputMode={shape.schema["type"] === "integer" ? "numeric" : "decimal"}
          placeholder={placeholderOf(shape, value)}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The number that a text is; the text itself if it is not a number, and undefined for an empty one. */
function numberOf(typed: string): number | string | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  const number = Number(text);
  return NUMBER.test(text) && Number.isFinite(number) ? number : text;
}

function textOfValue(value: unknown): string {
  return typeof value === "number" || typeof value === "string" ? String(value) : "";
}
