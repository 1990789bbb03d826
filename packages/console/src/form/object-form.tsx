import { parsePointer, printPointer } from "@cmgen/model";
import { useEffect, useMemo, useState, type ReactElement, type ReactNode } from "react";
import { useService } from "../api/document-context.js";
import { recordOf } from "../api/json.js";
import type { Model, Schema } from "../api/model.js";
import { isRequired, memberSchema, resolveSchema } from "../api/schema.js";
import type { ValueEdit, ValuePath } from "../editor/edit-text.js";
import type { EditableObject, TextProblem } from "../editor/object-text.js";
import { useExtendedModel } from "../extension/extensions.js";
import { shapeOf } from "../schema/field-shape.js";
import { texts } from "../texts.js";
import { EntryField } from "./entries.js";
import { fieldId, FormFields, type FormContext } from "./form-context.js";
import { lockOf, type Locks } from "./locks.js";
import { MemberList } from "./members-field.js";
import { ValueField } from "./value-field.js";

interface ObjectFormProps {
  readonly label: string;
  readonly model: Model;
  readonly value: EditableObject;
  readonly locks: Locks;
  readonly problems: readonly TextProblem[];
  /** What the schema refuses: shown where the user has been. */
  readonly findings: readonly TextProblem[];
  /** Whether all findings are shown. */
  readonly isChecked: boolean;
  /** The field to go to; another object each time. */
  readonly target: { readonly pointer: string } | undefined;
  readonly onEdit: (edit: ValueEdit) => void;
  readonly incomplete: ReadonlySet<string>;
  readonly onIncomplete: (pointer: string, isIncomplete: boolean) => void;
}

/** What the service sets, and nobody writes. */
const SET_BY_SERVICE = ["uid", "creationTimestamp", "version", "lastChangedBy", "deletionTimestamp"];

/** Edits an object by the schema of its model. What the schema does not know is shown, and stays as it is. */
export function ObjectForm(props: ObjectFormProps): ReactElement {
  const { label, model, value, locks, onEdit } = props;
  const { schemas } = useService();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const messages = useMessages(props, touched);
  const target = useTarget(props.target);
  const { fields: controls } = useExtendedModel(model);
  const form: FormContext = {
    schemas,
    controls,
    edit: onEdit,
    Field: ValueField,
    problemsAt: (path) => messages.get(printPointer(path)) ?? [],
    lockOf: (path, schema) => lockOf(locks, path, schema),
    touch: (path) => setTouched((before) => new Set([...before, printPointer(path)])),
    isIncomplete: (path) => props.incomplete.has(printPointer(path)),
    markIncomplete: (path, isIncomplete) => props.onIncomplete(printPointer(path), isIncomplete),
    target,
  };
  const isNew = locks.base === undefined;
  const others = Object.keys(value).filter(
    (part) => !["apiVersion", "kind", "metadata", "spec", "status"].includes(part),
  );
  return (
    <FormFields value={form}>
      <section className="form" aria-label={label}>
        {isNew && <Metadata {...props} title={texts.form.naming} without={besideName(value)} />}
        <ObjectPart model={model} part="spec" title={texts.object.spec} value={value["spec"]} />
        {!model.hasStatusPath && (
          <ObjectPart model={model} part="status" title={texts.object.status} value={value["status"]} />
        )}
        <Metadata
          {...props}
          title={texts.form.metadata}
          without={isNew ? ["name", "generateName"] : ["generateName"]}
        />
        {others.map((part) => (
          <EntryField key={part} path={[part]} schema={false} value={value[part]} taken={[]} />
        ))}
      </section>
    </FormFields>
  );
}

/** All of the metadata but what names the object. */
function besideName(value: EditableObject): readonly string[] {
  const all = [...Object.keys(recordOf(value["metadata"])), "labels", "annotations", "finalizers"];
  return all.filter((member) => member !== "name" && member !== "generateName");
}

interface MetadataProps extends Pick<ObjectFormProps, "model" | "value"> {
  readonly title: string;
  readonly without: readonly string[];
}

/** A part of the metadata. What has a name begins with it; labels and what few people write come after all else. */
function Metadata({ model, value, title, without }: MetadataProps): ReactElement {
  const { schemas } = useService();
  const members = recordOf(value["metadata"]);
  return (
    <Part title={title}>
      <MemberList
        path={["metadata"]}
        label="metadata"
        schema={finalizersLast(memberSchema(schemas, model.input, "metadata"))}
        members={members}
        without={[...SET_BY_SERVICE, ...without]}
      />
    </Part>
  );
}

/** Few people write finalizers, and everybody labels. */
function finalizersLast(schema: Schema): Schema {
  const { finalizers, ...first } = recordOf(schema["properties"]);
  return { ...schema, properties: { ...first, ...(finalizers !== undefined && { finalizers }) } };
}

interface ObjectPartProps {
  readonly model: Model;
  readonly part: "spec" | "status";
  readonly title: string;
  readonly value: unknown;
}

/** The spec or the status, where the model has one. */
function ObjectPart({ model, part, title, value }: ObjectPartProps): ReactElement | null {
  const { schemas } = useService();
  const declared: Schema = memberSchema(schemas, model.input, part);
  if (Object.keys(declared).length === 0 && value === undefined) return null;
  const shape = shapeOf(schemas, declared);
  const isPlain = shape.kind.is === "members" && typeof value === "object" && value !== null && !Array.isArray(value);
  return (
    <Part title={title}>
      {isPlain ? (
        <MemberList path={[part]} label={part} schema={shape.schema} members={recordOf(value)} />
      ) : (
        <ValueField
          path={[part]}
          label={part}
          schema={declared}
          value={value}
          isRequired={isRequired(schemas, resolveSchema(schemas, model.input), part)}
        />
      )}
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section className="card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** What is shown at which field. */
function useMessages(
  { problems, findings, isChecked }: ObjectFormProps,
  touched: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  return useMemo(() => {
    const shown = findings.filter(({ path = "" }) => isChecked || touched.has(path));
    const messages = new Map<string, readonly string[]>();
    for (const { path, message } of [...problems, ...shown]) {
      if (path === undefined) continue;
      const before = messages.get(path) ?? [];
      if (!before.includes(message)) messages.set(path, [...before, message]);
    }
    return messages;
  }, [problems, findings, isChecked, touched]);
}

/** Goes to a field once what it is in has been opened; to what is around it where it is not shown. */
function useTarget(target: ObjectFormProps["target"]): ValuePath | undefined {
  const path = useMemo(() => target && parsePointer(target.pointer), [target]);
  useEffect(() => {
    const around = (path ?? []).map((_, at) => document.getElementById(fieldId(path?.slice(0, at + 1) ?? [])));
    const control = around.findLast((each) => each !== null);
    control?.focus();
    control?.scrollIntoView({ block: "center" });
  }, [path]);
  return path;
}
