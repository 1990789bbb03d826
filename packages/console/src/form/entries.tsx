import { useState, type FormEvent, type ReactElement } from "react";
import { Button } from "../design/button.js";
import { Input } from "../design/field.js";
import { recordOf } from "../api/json.js";
import type { Schema } from "../api/model.js";
import type { ValuePath } from "../editor/edit-text.js";
import { initialValue } from "../schema/initial-value.js";
import { declaredMember } from "../schema/violations.js";
import { texts } from "../texts.js";
import { Mistakes } from "./field-frame.js";
import { fieldId, useForm, useLock } from "./form-context.js";
import { printed } from "./placeholder.js";

interface EntryFieldProps {
  readonly path: ValuePath;
  /** `false` where nothing of this name is declared. */
  readonly schema: unknown;
  readonly value: unknown;
  /** Keys that are there already. */
  readonly taken: readonly string[];
}

/** An entry of a map: its key, which can be changed, and its value. */
export function EntryField({ path, schema, value, taken }: EntryFieldProps): ReactElement {
  const { edit, Field } = useForm();
  const key = path.at(-1) ?? "";
  const lock = useLock(path, {});
  const remove = (
    <Button
      look="plain"
      reason={lock}
      aria-label={texts.form.remove(key)}
      onClick={() => edit({ op: "set", path, value: undefined })}
    >
      ✕
    </Button>
  );
  if (schema === false) return <UnknownMember path={path} value={value} remove={remove} />;
  return (
    <div className="entry">
      <KeyInput path={path} taken={taken} lock={lock} />
      <Field path={path} label={key} schema={recordOf(schema)} value={value} isRequired isPart />
      {remove}
    </div>
  );
}

interface KeyInputProps {
  readonly path: ValuePath;
  readonly taken: readonly string[];
  readonly lock: string | undefined;
}

/** A key takes effect when the field is left: until then others with the same beginning are in its way. */
function KeyInput({ path, taken, lock }: KeyInputProps): ReactElement {
  const { edit, touch } = useForm();
  const key = path.at(-1) ?? "";
  const [typed, setTyped] = useState({ of: key, text: key });
  const text = typed.of === key ? typed.text : key;
  const isTaken = text !== key && taken.includes(text);
  const id = `${fieldId(path)}:key`;
  const rename = (): void => {
    touch(path);
    if (text !== key && !isTaken) edit({ op: "rename", path, name: text });
  };
  return (
    <div className="form-field">
      <label htmlFor={id}>{texts.form.key}</label>
      <Input
        id={id}
        aria-label={texts.form.keyOf(key)}
        aria-invalid={isTaken || undefined}
        aria-describedby={isTaken ? `${id}:problems` : undefined}
        readOnly={lock !== undefined}
        value={text}
        onChange={(event) => setTyped({ of: key, text: event.target.value })}
        onBlur={rename}
        onKeyDown={(event) => event.key === "Enter" && rename()}
      />
      <Mistakes id={`${id}:problems`} problems={isTaken ? [texts.form.keyTaken(text)] : []} />
    </div>
  );
}

interface UnknownMemberProps {
  readonly path: ValuePath;
  readonly value: unknown;
  readonly remove: ReactElement;
}

/** A member that the model does not know. It stays as it is until somebody removes it. */
function UnknownMember({ path, value, remove }: UnknownMemberProps): ReactElement {
  const { problemsAt } = useForm();
  const id = fieldId(path);
  return (
    <div id={id} tabIndex={-1} className="form-field wrong">
      <div className="row spread">
        <span>{path.at(-1)}</span>
        {remove}
      </div>
      <code className="other-value">{printed(value)}</code>
      <Mistakes id={`${id}:problems`} problems={[...new Set([texts.form.unknown, ...problemsAt(path)])]} />
    </div>
  );
}

interface NewEntryProps {
  readonly path: ValuePath;
  readonly label: string;
  readonly schema: Schema;
  readonly taken: readonly string[];
}

/** Adds an entry to a map. */
export function NewEntry({ path, label, schema, taken }: NewEntryProps): ReactElement {
  const { edit, schemas } = useForm();
  const [key, setKey] = useState("");
  const isTaken = taken.includes(key);
  const declared = declaredMember(schema, key);
  const id = `${fieldId(path)}:new`;
  const problems = [
    ...(isTaken ? [texts.form.keyTaken(key)] : []),
    ...(key !== "" && declared === false ? [texts.form.unknown] : []),
  ];
  const lock = useLock(path, schema);
  const add = (): void => {
    if (key === "" || problems.length > 0 || lock !== undefined) return;
    edit({ op: "set", path: [...path, key], value: initialValue(schemas, recordOf(declared)) });
    setKey("");
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    add();
  };
  return (
    <form className="row new-entry" onSubmit={submit}>
      <Input
        id={id}
        aria-label={texts.form.newKey(label)}
        aria-describedby={problems.length > 0 ? `${id}:problems` : undefined}
        aria-invalid={problems.length > 0 || undefined}
        placeholder={texts.form.key}
        readOnly={lock !== undefined}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
      <Button type="submit" reason={lock}>
        {texts.form.addKey}
      </Button>
      <Mistakes id={`${id}:problems`} problems={problems} />
    </form>
  );
}
