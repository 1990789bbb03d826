import { lazy, Suspense, useState, type FormEvent, type ReactElement, type ReactNode } from "react";
import type { Requirement } from "@cmgen/model/internal";
import { Button } from "../../design/button.js";
import { Field, Select } from "../../design/field.js";
import { texts } from "../../texts.js";
import type { ConditionProps } from "./condition-props.js";
import { fieldTitle } from "../field-title.js";
import type { FilterField } from "./filter-fields.js";
import { NumberRange, TimeRange } from "./range-condition.js";
import { TextCondition } from "./text-condition.js";

/** Loaded when it is first used: a list is shown without it. */
const ReferenceChoice = lazy(async () => ({
  default: (await import("../../form/reference-choice.js")).ReferenceChoice,
}));

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

function Values(props: ConditionProps): ReactNode {
  const { index, reference } = props.field;
  if (reference !== undefined) return <ReferenceCondition {...props} />;
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
      return <TextCondition {...props} />;
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
}: ConditionProps & { readonly values: readonly string[] }): ReactElement {
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

function ReferenceCondition({ field, terms, onChange }: ConditionProps): ReactElement | null {
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
