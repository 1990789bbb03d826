import type { ReactElement } from "react";
import type { EndpointParameter } from "../api/endpoints.js";
import { listOf } from "../api/json.js";
import { Field, Input, Select } from "../design/field.js";
import { texts } from "../texts.js";

interface ParameterFieldProps {
  readonly parameter: EndpointParameter;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Takes the value of a parameter, by its type. */
export function ParameterField({ parameter, value = "", onChange }: ParameterFieldProps): ReactElement {
  const { name, isRequired, description, schema } = parameter;
  const { type, default: preset } = schema;
  const choices = type === "boolean" ? ["true", "false"] : listOf(schema["enum"]).map(String);
  const change = (text: string): void => onChange(text === "" ? undefined : text);
  const label = isRequired ? `${name} (${texts.endpoints.required})` : name;
  const help = [description, type === "array" ? texts.endpoints.list : undefined].filter(Boolean).join(" · ");
  return (
    <Field label={label} {...(help !== "" && { help })}>
      {choices.length > 0 ? (
        <Select value={value} required={isRequired} onChange={(event) => change(event.target.value)}>
          <option value="">{texts.endpoints.notSet}</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </Select>
      ) : (
        <Input
          value={value}
          required={isRequired}
          placeholder={preset === undefined ? undefined : String(preset)}
          inputMode={type === "integer" || type === "number" ? "decimal" : undefined}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}
