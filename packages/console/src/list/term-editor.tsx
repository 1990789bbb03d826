import { lazy, Suspense, useState, type FormEvent, type ReactElement, type ReactNode } from "react";
import type { Operator, Requirement } from "@cmgen/model";
import { Button } from "../design/button.js";
import { Field, Input, Select } from "../design/field.js";
import { texts } from "../texts.js";
import { fieldTitle } from "./field-title.js";
import type { FilterField } from "./filter-fields.js";
import { NumberRange, TimeRange } from "./range-editor.js";

/** Loaded when it is first used: a list is shown without it. */
const ReferenceChoice = lazy(async () => ({ default: (await import("../form/reference-choice.js")).ReferenceChoice }));

interface TermEditorProps {
  readonly field: FilterField;
  /** The conditions on this field alone. */
  readonly terms: readonly Requirement[];
  readonly onApply: (terms: readonly Requirement[]) => void;
  readonly onCancel: () => void;
}

/** Edits the conditions on a field by the type of its values: choices, a range, or a text. */
export function TermEditor({ field, terms, onApply, onCancel }: TermEditorProps): ReactElement {
  const [edited, setEdited] = useState<readonly Requirement[]>(terms);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onApply(edited);
  };
  const presence = edited.find(({ operator }) => operator === "exists" || operator === "absent");
  return (
    <form className="stack" onSubmit={submit}>
      {field.mayBeAbsent && <Presence field={field} term={presence} onChange={setEdited} />}
      {presence === undefined && <Values field={field} terms={edited} onChange={setEdited} />}
      <div className="row">
        <Button type="submit" look="primary">
          {texts.apply}
        </Button>
        {terms.length > 0 ? (
          <Button onClick={() => onApply([])}>{texts.remove}</Button>
        ) : (
          <Button onClick={onCancel}>{texts.cancel}</Button>
        )}
      </div>
    </form>
  );
}

export interface ValuesProps {
  readonly field: FilterField;
  readonly terms: readonly Requirement[];
  readonly onChange: (terms: readonly Requirement[]) => void;
}

function Values(props: ValuesProps): ReactNode {
  const { index, reference } = props.field;
  if (reference !== undefined) return <Reference {...props} />;
  if (index.values !== undefined) return <Choices {...props} values={index.values.map(String)} />;
  switch (index.type) {
    case "boolean":
      return <Choices {...props} values={["true", "false"]} />;
    case "integer":
    case "int64":
    case "number":
      return <NumberRange {...props} />;
    case "timestamp":
      return <TimeRange {...props} />;
    case "string":
      return <Text {...props} />;
  }
}

interface PresenceProps {
  readonly field: FilterField;
  readonly term: Requirement | undefined;
  readonly onChange: (terms: readonly Requirement[]) => void;
}

/** Whether the field is to have any value. */
function Presence({ field, term, onChange }: PresenceProps): ReactElement {
  const { name: key } = field.index;
  const choose = (text: string): void => {
    const operator = (["exists", "absent"] as const).find((each) => each === text);
    onChange(operator === undefined ? [] : [{ key, operator, values: [] }]);
  };
  return (
    <Field label={texts.list.presence}>
      <Select value={term?.operator ?? ""} onChange={(event) => choose(event.target.value)}>
        <option value="">{texts.list.byValue}</option>
        <option value="exists">{texts.list.exists}</option>
        <option value="absent">{texts.list.absent}</option>
      </Select>
    </Field>
  );
}

function Choices({
  field,
  terms,
  onChange,
  values,
}: ValuesProps & { readonly values: readonly string[] }): ReactElement {
  const { name: key } = field.index;
  const chosen = terms.find(({ operator }) => operator === "in")?.values ?? [];
  const toggle = (value: string, isOn: boolean): void => {
    const next = isOn ? [...chosen, value] : chosen.filter((each) => each !== value);
    onChange(next.length === 0 ? [] : [{ key, operator: "in", values: next }]);
  };
  return (
    <fieldset className="choices">
      <legend className="sr-only">{fieldTitle(key)}</legend>
      {values.map((value) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.target.checked)}
          />
          {value}
        </label>
      ))}
    </fieldset>
  );
}

function Text({ field, terms, onChange }: ValuesProps): ReactElement {
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

function Reference({ field, terms, onChange }: ValuesProps): ReactElement | null {
  const { name: key } = field.index;
  if (field.reference === undefined) return null;
  const value = terms.find(({ operator }) => operator === "in")?.values[0];
  return (
    <Suspense fallback={texts.loading}>
      <ReferenceChoice
        reference={field.reference}
        label={fieldTitle(key)}
        value={value}
        onChange={(name) => onChange(name === undefined ? [] : [{ key, operator: "in", values: [name] }])}
      />
    </Suspense>
  );
}
