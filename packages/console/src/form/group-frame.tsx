import type { ReactElement, ReactNode } from "react";
import { Button } from "../design/button.js";
import { initialValue } from "../schema/initial-value.js";
import { texts } from "../texts.js";
import { FieldMenu } from "./field-menu.js";
import { given, helpOf, LabelText, Mistakes } from "./field-frame.js";
import { fieldId, LockAround, useForm, useLock, type ShapedFieldProps } from "./form-context.js";
import { limitsOf } from "../schema/limits.js";

interface GroupFrameProps extends ShapedFieldProps {
  readonly children: ReactNode;
}

/** What is around the parts of an object, a list or a union: its name, its help, and whether it is there at all. */
export function GroupFrame(props: GroupFrameProps): ReactElement {
  const { path, label, schema, shape, value, isRequired, isPart, children } = props;
  const { problemsAt } = useForm();
  const id = fieldId(path);
  const lock = useLock(path, shape.schema);
  const help = given(helpOf(schema, shape), limitsOf(shape.schema), lock);
  const problems = problemsAt(path);
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={`group${problems.length > 0 ? " wrong" : ""}`}
      aria-describedby={problems.length > 0 ? `${id}:problems` : undefined}
    >
      <legend>
        <LabelText {...{ label, isRequired, isPart }} />
      </legend>
      {lock === undefined && (
        <div className="group-menu">
          <FieldMenu {...props} />
        </div>
      )}
      {help.length > 0 && <small className="muted">{help.join(" ")}</small>}
      <Mistakes id={`${id}:problems`} problems={problems} />
      {value === undefined || value === null ? (
        <Absent {...props} lock={lock} />
      ) : (
        <LockAround value={lock}>{children}</LockAround>
      )}
    </fieldset>
  );
}

/** Offers to add what is not there. A type that holds itself is opened so, one level at a time. */
function Absent({
  path,
  label,
  schema,
  value,
  lock,
}: GroupFrameProps & { readonly lock: string | undefined }): ReactElement {
  const { edit, schemas } = useForm();
  return (
    <div className="row">
      <span className="muted">{value === null ? texts.form.nothing : texts.form.notSet}</span>
      <Button reason={lock} onClick={() => edit({ op: "set", path, value: initialValue(schemas, schema) })}>
        {texts.form.add(label)}
      </Button>
    </div>
  );
}
