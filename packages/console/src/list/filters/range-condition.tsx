import type { Operator, Requirement } from "@cmgen/model/internal";
import { useState, type ReactElement } from "react";
import { Field, Input, Select } from "../../design/field.js";
import { texts } from "../../texts.js";
import type { ConditionProps } from "./condition-props.js";
import { hasSpans } from "./filter-fields.js";
import { instantOf } from "./time-text.js";
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
  const limit = (operator: TimeOperator): ReactElement => (
    <TimeInput
      operator={operator}
      value={boundOf(terms, operator)}
      onChange={(value) => onChange(withBound(terms, { key, operator, value }))}
    />
  );
  return (
    <div className="stack">
      {limit(">=")}
      {limit("<")}
      <small className="muted">{texts.list.wholeDays}</small>
    </div>
  );
}

type TimeOperator = ">=" | "<";

interface TimeInputProps {
  readonly operator: TimeOperator;
  /** An instant; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * A day, and a time where one is given: a day alone is meant as a whole. Keeps what is typed in itself: what is typed in part has no value, and
 * showing that would erase it.
 */
function TimeInput({ operator, value, onChange }: TimeInputProps): ReactElement {
  const [typed, setTyped] = useState(() => typedOf(value, operator));
  const change = (next: TypedTime): void => {
    setTyped(next);
    onChange(limitOf(next, operator));
  };
  const isFrom = operator === ">=";
  return (
    <div className="row">
      <Field label={isFrom ? texts.list.from : texts.list.to}>
        <Input
          type="date"
          defaultValue={typed.day}
          required={typed.time !== ""}
          max="9999-12-30"
          onChange={({ target }) => change({ ...typed, day: target.value })}
        />
      </Field>
      <Field label={isFrom ? texts.list.startTime : texts.list.endTime}>
        <Input
          type="time"
          defaultValue={typed.time}
          onChange={({ target }) => change({ ...typed, time: target.value })}
        />
      </Field>
    </div>
  );
}

/** What the browser's fields have: in the user's own time, and empty for what is not given. */
interface TypedTime {
  readonly day: string;
  readonly time: string;
}

function typedOf(instant: string, operator: TimeOperator): TypedTime {
  const given = instantOf(instant);
  if (instant === "" || Number.isNaN(given.getTime())) return { day: "", time: "" };
  const isWhole = given.getTime() === new Date(given).setHours(0, 0, 0, 0);
  // What ends with a day is before the next one.
  const shown = isWhole && operator === "<" ? daysAfter(given, -1) : given;
  const local = new Date(shown.getTime() - shown.getTimezoneOffset() * 60_000).toISOString();
  return { day: local.slice(0, 10), time: isWhole ? "" : local.slice(11, 16) };
}

/** The instant of a limit; empty for none. */
function limitOf({ day, time }: TypedTime, operator: TimeOperator): string {
  if (day === "") return "";
  if (time !== "") return new Date(`${day}T${time}`).toISOString();
  const begin = new Date(`${day}T00:00`);
  return (operator === "<" ? daysAfter(begin, 1) : begin).toISOString();
}

function daysAfter(time: Date, days: number): Date {
  return new Date(new Date(time).setDate(time.getDate() + days));
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
