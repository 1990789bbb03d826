import type { ReactElement, ReactNode } from "react";
import { textOf } from "../api/json.js";
import type { FieldShape } from "../schema/field-shape.js";
import { texts } from "../texts.js";
import { FieldMenu } from "./field-menu.js";
import { fieldId, useForm, useLock, type FieldProps, type ShapedFieldProps } from "./form-context.js";
import { limitsOf } from "../schema/limits.js";

/** What a control says of itself to everybody, also to those who do not see the page. */
export interface ControlAttributes {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean | undefined;
  readonly "aria-required": boolean | undefined;
  readonly readOnly: boolean;
  readonly onBlur: () => void;
}

interface FieldFrameProps extends ShapedFieldProps {
  /** More help than the schema has. */
  readonly help?: string | undefined;
  /** Why it cannot be changed, where that is not the form's reason. */
  readonly lock?: string | undefined;
  readonly children: (attributes: ControlAttributes) => ReactNode;
}

/** The label, the help and the mistakes around a control. */
export function FieldFrame(props: FieldFrameProps): ReactElement {
  const { path, schema, shape, isRequired, children } = props;
  const { problemsAt, touch } = useForm();
  const locked = useLock(path, shape.schema);
  const id = fieldId(path);
  const lock = props.lock ?? locked;
  const problems = problemsAt(path);
  const help = given(helpOf(schema, shape), limitsOf(shape.schema), props.help, lock);
  const described = [...(help.length > 0 ? [`${id}:help`] : []), ...(problems.length > 0 ? [`${id}:problems`] : [])];
  return (
    <div className={`form-field${problems.length > 0 ? " wrong" : ""}`}>
      <FieldLabel {...props} id={id} isLocked={lock !== undefined} />
      {children({
        id,
        "aria-describedby": described.length > 0 ? described.join(" ") : undefined,
        "aria-invalid": problems.length > 0 || undefined,
        "aria-required": isRequired || undefined,
        readOnly: lock !== undefined,
        onBlur: () => touch(path),
      })}
      {help.length > 0 && (
        <small id={`${id}:help`} className="muted help-text">
          {help.map((text) => (
            <span key={text}>{text} </span>
          ))}
        </small>
      )}
      <Mistakes id={`${id}:problems`} problems={problems} />
    </div>
  );
}

interface FieldLabelProps extends ShapedFieldProps {
  /** Of the control. */
  readonly id: string;
  readonly isLocked: boolean;
}

/** What a field is called, and what can be done with it besides typing. */
export function FieldLabel({ id, isLocked, ...props }: FieldLabelProps): ReactElement {
  const { label, isRequired, isPart } = props;
  return (
    <div className="row spread">
      <label htmlFor={id}>
        <LabelText {...{ label, isRequired, isPart }} />
      </label>
      {!isLocked && <FieldMenu {...props} />}
    </div>
  );
}

/** The name of a field, and whether it must be there. */
export function LabelText({
  label,
  isRequired,
  isPart,
}: Pick<FieldProps, "label" | "isRequired" | "isPart">): ReactElement {
  return (
    <>
      {label}
      {isRequired && isPart !== true && <span className="muted"> ({texts.form.required})</span>}
    </>
  );
}

/** Those of some texts that there are, and say something. */
export function given(...all: readonly (string | undefined)[]): readonly string[] {
  return all.flatMap((text) => (text === undefined || text === "" ? [] : [text]));
}

export function helpOf(schema: FieldProps["schema"], shape: FieldShape): string | undefined {
  return textOf(schema["description"]) ?? textOf(shape.schema["description"]);
}

interface MistakesProps {
  readonly id: string;
  readonly problems: readonly string[];
}

/** What is wrong with a field. */
export function Mistakes({ id, problems }: MistakesProps): ReactElement | null {
  if (problems.length === 0) return null;
  return (
    <ul id={id} className="mistakes">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}
