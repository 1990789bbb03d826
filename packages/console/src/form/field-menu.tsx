import { Menu } from "@base-ui/react/menu";
import type { ReactElement } from "react";
import { Button } from "../design/button.js";
import { texts } from "../texts.js";
import { useForm, type ShapedFieldProps } from "./form-context.js";

interface Choice {
  readonly label: string;
  readonly value: unknown;
}

/** What a field can be beside a value of its type: not there, `null`, or an empty text. These are not the same. */
export function FieldMenu(props: ShapedFieldProps): ReactElement | null {
  const { path, label } = props;
  const { edit } = useForm();
  const choices = choicesOf(props);
  if (choices.length === 0) return null;
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button look="plain" aria-label={texts.form.more(label)} />}>⋯</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="above">
          <Menu.Popup className="popup menu">
            {choices.map(({ label: text, value }) => (
              <Menu.Item key={text} className="option" onClick={() => edit({ op: "set", path, value })}>
                {text}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function choicesOf({ shape, value, isRequired, schema }: ShapedFieldProps): readonly Choice[] {
  const { isNullable, kind } = shape;
  const isSecret = schema["writeOnly"] === true || shape.schema["writeOnly"] === true;
  const { minLength, enum: named, format, pattern } = shape.schema;
  const mayBeEmpty =
    kind.is === "text" && named === undefined && format === undefined && pattern === undefined && !isSecret;
  const hasLength = typeof minLength === "number" && minLength > 0;
  return [
    ...(value !== undefined && !isRequired ? [{ label: texts.form.unset, value: undefined }] : []),
    ...((isNullable || isSecret) && value !== null ? [{ label: texts.form.setNull, value: null }] : []),
    ...(mayBeEmpty && !hasLength && typeof value !== "string" ? [{ label: texts.form.setEmpty, value: "" }] : []),
  ];
}
