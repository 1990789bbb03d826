import { lazy, Suspense, useState, type FormEvent, type ReactElement, type ReactNode } from "react";
import type { Operator, Requirement } from "@cmgen/model";
import { Button } from "../design/button.js";
import { Field, Input, Select } from "../design/field.js";
import { texts } from "../texts.js";
import type { FilterField } from "./filter-fields.js";
import { shortName } from "./filters.js";

/** Loaded when it is first used: a list is shown without it. */
const ReferenceChoice = lazy(async () => ({ default: (await import("../form/reference-choice.js")).ReferenceChoice }));

interface TermEditorProps {
  readonly field: FilterField;
  /** The conditions on this field alone. */
  readonly terms: readonly Requirement[];
  readonly onApply: (terms: readonly Requirement[]) => void;
}

/** Edits the conditions on a field by the type of its values: choices, a range, or a text. */
export function TermEditor({ field, terms, onApply }: TermEditorProps): ReactElement {
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
        <Button onClick={() => onApply([])}>{texts.remove}</Button>
      </div>
    </form>
  );
}

interface ValuesProps {
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
      <legend className="sr-only">{shortName(key)}</legend>
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

/** The terms with the one of an operator replaced; without a value it is left out. */
function withBound(terms: readonly Requirement[], { key, operator, value }: Bound): readonly Requirement[] {
  const others = terms.filter((term) => term.operator !== operator);
  return value === "" ? others : [...others, { key, operator, values: [value] }];
}

interface Bound {
  readonly key: string;
  readonly operator: Operator;
  readonly value: string;
}

/** A value that must be equal is a range of one. */
function boundOf(terms: readonly Requirement[], operator: Operator): string {
  const [only] = terms;
  const isOne = terms.length === 1 && only?.operator === "in" && only.values.length === 1;
  return (isOne ? only : terms.find((term) => term.operator === operator))?.values[0] ?? "";
}

function NumberRange({ field, terms, onChange }: ValuesProps): ReactElement {
  const { name: key, type } = field.index;
  const bound = (operator: Operator, label: string): ReactElement => (
    <Field label={label}>
      <Input
        inputMode="decimal"
        pattern={type === "number" ? undefined : "-?[0-9]+"}
        value={boundOf(terms, operator)}
        onChange={(event) => {
          const ranges = terms.filter((term) => term.operator !== "in");
          onChange(withBound(ranges, { key, operator, value: event.target.value.trim() }));
        }}
      />
    </Field>
  );
  return (
    <div className="row">
      {bound(">=", texts.list.from)}
      {bound("<=", texts.list.to)}
    </div>
  );
}

function TimeRange({ field, terms, onChange }: ValuesProps): ReactElement {
  const { name: key } = field.index;
  const bound = (operator: Operator, label: string): ReactElement => (
    <Field label={label}>
      <Input
        type="datetime-local"
        value={localOf(boundOf(terms, operator))}
        onChange={(event) => {
          const { value: local } = event.target;
          const value = local === "" ? "" : new Date(local).toISOString();
          onChange(withBound(terms, { key, operator, value }));
        }}
      />
    </Field>
  );
  return (
    <div className="row">
      {bound(">=", texts.list.from)}
      {bound("<", texts.list.before)}
    </div>
  );
}

/** An instant as the browser's field for it has it: in the user's own time, without an offset. */
function localOf(instant: string): string {
  const time = new Date(instant);
  if (instant === "" || Number.isNaN(time.getTime())) return "";
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
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
        label={shortName(key)}
        value={value}
        onChange={(name) => onChange(name === undefined ? [] : [{ key, operator: "in", values: [name] }])}
      />
    </Suspense>
  );
}
