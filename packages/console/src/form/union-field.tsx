import { useRef, useState, type ReactElement } from "react";
import { Select } from "../design/field.js";
import { fittingBranch } from "../schema/fitting-branch.js";
import type { Branch, FieldShape } from "../schema/field-shape.js";
import { initialValue } from "../schema/initial-value.js";
import { findViolations } from "../schema/violations.js";
import { texts } from "../texts.js";
import { FieldMenu } from "./field-menu.js";
import { helpOf, Mistakes } from "./field-frame.js";
import { fieldId, LockAround, useForm, useLock, type FieldProps } from "./form-context.js";

interface UnionFieldProps extends FieldProps {
  readonly shape: FieldShape;
  readonly branches: readonly Branch[];
}

/** A value of one of several kinds: the kind is chosen, then it is edited as that. What was given as another kind comes back with it. */
export function UnionField(props: UnionFieldProps): ReactElement {
  const { path, label, schema, value, shape, branches, isRequired, isPart } = props;
  const { edit, schemas, Field, problemsAt, touch } = useForm();
  const [chosen, setChosen] = useState<number>();
  const left = useRef(new Map<number, unknown>());
  const isThere = value !== undefined && value !== null;
  const at = isThere ? currentBranch() : undefined;
  const branch = at === undefined ? undefined : branches[at];
  const id = `${fieldId(path)}:kind`;
  const lock = useLock(path, shape.schema);
  const help = [helpOf(schema, shape), lock].filter((text) => text !== undefined);

  /** A value that fits several kinds is of the one that was chosen. */
  function currentBranch(): number | undefined {
    const fitting = fittingBranch(schemas, branches, value);
    const own = chosen === undefined ? undefined : branches[chosen];
    if (own === undefined || fitting === chosen) return fitting;
    const fits = fitting !== undefined && findViolations(schemas, branches[fitting]?.schema ?? {}, value).length === 0;
    const isOfChosen = fittingBranch(schemas, [own], value) !== undefined;
    return fits || !isOfChosen ? fitting : chosen;
  }

  const choose = (place: string): void => {
    touch(path);
    if (at !== undefined) left.current.set(at, value);
    const next = place === "" || place === "null" ? undefined : Number(place);
    setChosen(next);
    const begun = next === undefined ? undefined : (left.current.get(next) ?? initialValue(schemas, branches[next]?.schema ?? {}));
    edit({ op: "set", path, value: place === "null" ? null : begun });
  };
  // A value of a kind has its own mistakes: they are shown there.
  const problems = branch === undefined ? problemsAt(path) : [];
  return (
    <div className="union">
      <div className={`form-field${problems.length > 0 ? " wrong" : ""}`}>
        <div className="row spread">
          <label htmlFor={id}>
            {label}
            {isRequired && isPart !== true && <span className="muted"> ({texts.form.required})</span>}
          </label>
          {lock === undefined && <FieldMenu {...props} />}
        </div>
        <Select
          id={branch === undefined ? fieldId(path) : id}
          aria-label={texts.form.kindOf(label)}
          aria-describedby={problems.length > 0 ? `${id}:problems` : undefined}
          disabled={lock !== undefined}
          value={value === null ? "null" : at === undefined ? "" : String(at)}
          onChange={(event) => choose(event.target.value)}
        >
          {(!isRequired || at === undefined) && (
            <option value="">{isRequired ? texts.form.choose : texts.form.notSet}</option>
          )}
          {(shape.isNullable || value === null) && <option value="null">{texts.form.nothing}</option>}
          {branches.map((each, place) => (
            <option key={each.label} value={String(place)}>
              {each.label}
            </option>
          ))}
        </Select>
        {help.length > 0 && <small className="muted">{help.join(" ")}</small>}
        <Mistakes id={`${id}:problems`} problems={problems} />
      </div>
      {isThere && branch !== undefined && (
        <LockAround value={lock}>
          <Field path={path} label={branch.label} schema={branch.schema} value={value} isRequired isPart />
        </LockAround>
      )}
      {isThere && branch === undefined && <code className="other-value">{JSON.stringify(value)}</code>}
    </div>
  );
}
