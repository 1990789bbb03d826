import type { Operator, Requirement } from "@cmgen/model";
import { useState, type ReactElement } from "react";
import { Field, Input, Select } from "../../design/field.js";
import { texts } from "../../texts.js";
import type { ConditionProps } from "./condition-props.js";
import { hasSpans } from "./filter-fields.js";
import { spanOf, SPANS, type Span } from "./time-span.js";

export function NumberRange({ field, terms, onChange }: ConditionProps): ReactElement {
  const { name: key, type } = field.index;
  const bound = (operator: BoundOperator, label: string): ReactElement => (
    <Field label={label}>
      <Input
        inputMode="decimal"
        pattern={type === "number" ? undefined : "-?[0-9]+"}
        value={boundOf(terms, operator)}
        onChange={({ target }) => onChange(withBound(terms, { key, operator, value: target.value.trim() }))}
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

/** A span of time that is meant as of today, or from one time to another. */
export function TimeRange(props: ConditionProps): ReactElement {
  const { field, terms, onChange } = props;
  const span = terms.map(spanOf).find((each) => each !== undefined);
  const choose = (next: Span | undefined): void =>
    onChange(next === undefined ? [] : [{ key: field.index.name, operator: "in", values: [next] }]);
  return (
    <>
      {hasSpans(field.index) && <SpanChoice span={span} onChoose={choose} />}
      {span === undefined && <FixedTimes {...props} />}
    </>
  );
}

interface SpanChoiceProps {
  /** Undefined for fixed times. */
  readonly span: Span | undefined;
  readonly onChoose: (span: Span | undefined) => void;
}

function SpanChoice({ span, onChoose }: SpanChoiceProps): ReactElement {
  return (
    <Field label={texts.list.when}>
      <Select value={span ?? ""} onChange={({ target }) => onChoose(SPANS.find((each) => each === target.value))}>
        <option value="">{texts.list.fixedTimes}</option>
        {SPANS.map((each) => (
          <option key={each} value={each}>
            {texts.list.spans[each]}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function FixedTimes({ field, terms, onChange }: ConditionProps): ReactElement {
  const { name: key } = field.index;
  const bound = (operator: BoundOperator, label: string): ReactElement => (
    <TimeInput
      label={label}
      value={boundOf(terms, operator)}
      onChange={(value) => onChange(withBound(terms, { key, operator, value }))}
    />
  );
  return (
    <div className="row">
      {bound(">=", texts.list.from)}
      {bound("<", texts.list.before)}
    </div>
  );
}

interface TimeInputProps {
  readonly label: string;
  /** An instant; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Keeps what is typed in itself: a time that is typed in part has no value, and showing that would erase it. */
function TimeInput({ label, value, onChange }: TimeInputProps): ReactElement {
  const [first] = useState(value);
  return (
    <Field label={label}>
      <Input
        type="datetime-local"
        defaultValue={localOf(first)}
        max="9999-12-31T23:59"
        onChange={({ target }) => onChange(target.value === "" ? "" : new Date(target.value).toISOString())}
      />
    </Field>
  );
}

/** An instant as the browser's field for it has it: in the user's own time, without an offset. */
function localOf(instant: string): string {
  const time = new Date(instant);
  if (instant === "" || Number.isNaN(time.getTime())) return "";
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Limits that are edited: the others of the same side are replaced by them. */
const SIDES = { ">=": [">=", ">"], "<=": ["<=", "<"], "<": ["<", "<="] } as const;

type BoundOperator = keyof typeof SIDES;

interface Bound {
  readonly key: string;
  readonly operator: BoundOperator;
  /** Empty for no limit. */
  readonly value: string;
}

/** A value that must be equal is a range of one. */
function asRange(terms: readonly Requirement[]): readonly Requirement[] {
  return terms.flatMap((term) => {
    const { operator, values } = term;
    if (operator !== "in") return [term];
    return values.length === 1
      ? [
          { ...term, operator: ">=" },
          { ...term, operator: "<=" },
        ]
      : [];
  });
}

function boundOf(terms: readonly Requirement[], operator: BoundOperator): string {
  return asRange(terms).find((term) => term.operator === operator)?.values[0] ?? "";
}

function withBound(terms: readonly Requirement[], { key, operator, value }: Bound): readonly Requirement[] {
  const side: readonly Operator[] = SIDES[operator];
  const others = asRange(terms).filter((term) => !side.includes(term.operator));
  if (value === "") return others;
  const next: Requirement = { key, operator, values: [value] };
  return operator === ">=" ? [next, ...others] : [...others, next];
}
