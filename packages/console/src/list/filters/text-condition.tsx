import type { Operator } from "@cmgen/model/internal";
import { useState, type ReactElement } from "react";
import { Field, Input, Select } from "../../design/field.js";
import { texts } from "../../texts.js";
import type { ConditionProps } from "./condition-props.js";

/** A text that a value is, is not, or begins with; words where the index is for them. */
export function TextCondition({ field, terms, onChange }: ConditionProps): ReactElement {
  const { name: key, isSearch } = field.index;
  const operators = isSearch
    ? ([["contains", texts.list.contains]] as const)
    : ([
        ["startsWith", texts.list.startsWith],
        ["in", texts.list.equals],
        ["notIn", texts.list.notEquals],
      ] as const);
  const [term] = terms;
  const [operator, setOperator] = useState<Operator>(term?.operator ?? operators[0][0]);
  const value = term?.values[0] ?? "";
  const change = (next: Operator, text: string): void => {
    setOperator(next);
    onChange(text === "" ? [] : [{ key, operator: next, values: [text] }]);
  };
  return (
    <>
      <Field label={texts.list.condition}>
        <Select
          value={operator}
          onChange={(event) => change(operators.find(([name]) => name === event.target.value)?.[0] ?? operator, value)}
        >
          {operators.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={texts.list.value}>
        <Input value={value} onChange={(event) => change(operator, event.target.value)} />
      </Field>
    </>
  );
}
