import { jsonEqual } from "@cmgen/model/internal";
import type { ReactElement } from "react";
import { Select } from "../design/field.js";
import { texts } from "../texts.js";
import { FieldFrame } from "./field-frame.js";
import { useForm, type ShapedFieldProps } from "./form-context.js";
import { placeholderOf, printed } from "./placeholder.js";

interface ChoiceFieldProps extends ShapedFieldProps {
  readonly values: readonly unknown[];
}

/** One of some values. A stored value that is not among them is offered as well. */
export function ChoiceField(props: ChoiceFieldProps): ReactElement {
  const { path, value, shape, values, isRequired } = props;
  const { edit } = useForm();
  const isKnown = value === undefined || value === null || values.some((each) => jsonEqual(each, value));
  const offered = isKnown ? values : [value, ...values];
  const at = value === undefined || value === null ? -1 : offered.findIndex((each) => jsonEqual(each, value));
  const choose = (place: string): void => {
    edit({ op: "set", path, value: place === "null" ? null : offered[Number(place)] });
  };
  const absent = isRequired && value === undefined ? texts.form.choose : placeholderOf(shape, undefined);
  return (
    <FieldFrame {...props}>
      {({ readOnly, ...attributes }) => (
        <Select
          {...attributes}
          disabled={readOnly}
          value={value === null ? "null" : at === -1 ? "" : String(at)}
          onChange={(event) => choose(event.target.value)}
        >
          {(!isRequired || value === undefined) && <option value="">{absent}</option>}
          {(shape.isNullable || value === null) && <option value="null">{texts.form.nothing}</option>}
          {offered.map((each, place) => (
            <option key={place} value={String(place)}>
              {typeof each === "boolean" ? (each ? texts.yes : texts.no) : printed(each)}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
}
