import { useRef, useState, type ReactElement } from "react";
import { Select } from "../design/field.js";
import { fittingBranch } from "../schema/fitting-branch.js";
import type { Branch } from "../schema/field-shape.js";
import { initialValue } from "../schema/initial-value.js";
import { findViolations } from "../schema/violations.js";
import { texts } from "../texts.js";
import { FieldLabel, given, helpOf, Mistakes } from "./field-frame.js";
import { fieldId, LockAround, useForm, useLock, type ShapedFieldProps } from "./form-context.js";

interface UnionFieldProps extends ShapedFieldProps {
  readonly branches: readonly Branch[];
}

/** A value of one of several kinds: the kind is chosen, then it is edited as that. */
export function UnionField(props: UnionFieldProps): ReactElement {
  const { path, value, shape, branches } = props;
  const { Field } = useForm();
  const lock = useLock(path, shape.schema);
  const { at, choose } = useBranch(props);
  const branch = at === undefined ? undefined : branches[at];
  const isThere = value !== undefined && value !== null;
  return (
    <div className="union">
      <KindChoice {...props} at={at} lock={lock} onChoose={choose} />
      {isThere && branch !== undefined && (
        <LockAround value={lock}>
          <Field path={path} label={branch.label} schema={branch.schema} value={value} isRequired isPart />
        </LockAround>
      )}
      {isThere && branch === undefined && <code className="other-value">{JSON.stringify(value)}</code>}
    </div>
  );
}

interface BranchChoice {
  /** The branch that the value is in; undefined for none. */
  readonly at: number | undefined;
  readonly choose: (next: number | "null" | undefined) => void;
}

/** The branch of a value, and a choice of another one. What was given in a branch comes back with it. */
function useBranch({ path, value, branches }: UnionFieldProps): BranchChoice {
  const { edit, schemas, touch } = useForm();
  const [chosen, setChosen] = useState<number>();
  const left = useRef(new Map<number, unknown>());
  const at = value === undefined || value === null ? undefined : currentBranch();

  /** A value that fits several branches is in the one that was chosen. */
  function currentBranch(): number | undefined {
    const fitting = fittingBranch(schemas, branches, value);
    const own = chosen === undefined ? undefined : branches[chosen];
    if (own === undefined || fitting === undefined || fitting === chosen) return fitting;
    if (fittingBranch(schemas, [own], value) === undefined) return fitting;
    const faults = findViolations({ schemas, schema: branches[fitting]?.schema ?? {} }, value);
    return faults.length === 0 ? fitting : chosen;
  }

  return {
    at,
    choose: (next) => {
      touch(path);
      if (at !== undefined) left.current.set(at, value);
      const place = next === "null" ? undefined : next;
      setChosen(place);
      const schema = place === undefined ? undefined : branches[place]?.schema;
      const begun = schema && (left.current.get(place ?? -1) ?? initialValue(schemas, schema));
      edit({ op: "set", path, value: next === "null" ? null : begun });
    },
  };
}

interface KindChoiceProps extends UnionFieldProps {
  readonly at: number | undefined;
  readonly lock: string | undefined;
  readonly onChoose: BranchChoice["choose"];
}

function KindChoice(props: KindChoiceProps): ReactElement {
  const { path, label, schema, value, shape, branches, isRequired, at, lock, onChoose } = props;
  const { problemsAt } = useForm();
  // The field of the branch has the id of the path, and says what is wrong with its value.
  const id = at === undefined ? fieldId(path) : `${fieldId(path)}:kind`;
  const problems = at === undefined ? problemsAt(path) : [];
  const help = given(helpOf(schema, shape), lock);
  return (
    <div className={`form-field${problems.length > 0 ? " wrong" : ""}`}>
      <FieldLabel {...props} id={id} isLocked={lock !== undefined} />
      <Select
        id={id}
        aria-label={texts.form.kindOf(label)}
        aria-describedby={problems.length > 0 ? `${id}:problems` : undefined}
        disabled={lock !== undefined}
        value={value === null ? "null" : String(at ?? "")}
        onChange={({ target: { value: place } }) =>
          onChoose(place === "null" ? place : place === "" ? undefined : Number(place))
        }
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
  );
}
