import type { ReactElement } from "react";
import { useService } from "../api/document-context.js";
import { recordOf } from "../api/json.js";
import type { Model, Schema } from "../api/model.js";
import { Card } from "../design/card.js";
import { isRequired, memberSchema, resolveSchema } from "../api/schema.js";
import type { EditedText } from "../editor/edited-text.js";
import type { EditableObject } from "../editor/object-text.js";
import { useExtendedModel } from "../extension/extensions.js";
import { texts } from "../texts.js";
import { EntryField } from "./entries.js";
import { FormScope, type FieldTarget } from "./form-scope.js";
import { lockOf, type Locks } from "./locks.js";
import { MemberList } from "./members-field.js";
import { PartFields } from "./part-fields.js";

interface ObjectFormProps {
  readonly label: string;
  readonly model: Model;
  readonly draft: EditedText;
  readonly value: EditableObject;
  readonly locks: Locks;
  readonly target: FieldTarget | undefined;
}

/** What the service sets, and nobody writes. */
const SET_BY_SERVICE = ["uid", "creationTimestamp", "version", "lastChangedBy", "deletionTimestamp"];

/** Edits an object by the schema of its model. What the schema does not know is shown, and stays as it is. */
export function ObjectForm(props: ObjectFormProps): ReactElement {
  const { label, model, draft, value, locks, target } = props;
  const { fields: controls } = useExtendedModel(model);
  const isNew = locks.base === undefined;
  const others = Object.keys(value).filter(
    (part) => !["apiVersion", "kind", "metadata", "spec", "status"].includes(part),
  );
  return (
    <FormScope {...{ label, draft, target, controls }} lockOf={(path, schema) => lockOf(locks, path, schema)}>
      {isNew && <Naming {...props} />}
      <ObjectPart model={model} part="spec" title={texts.object.spec} value={value["spec"]} />
      {!model.hasStatusPath && (
        <ObjectPart model={model} part="status" title={texts.object.status} value={value["status"]} />
      )}
      <Metadata {...props} />
      {others.map((part) => (
        <EntryField key={part} path={[part]} schema={false} value={value[part]} taken={[]} />
      ))}
    </FormScope>
  );
}

/** What a new object is to be called. The beginning of a made-up name is offered where somebody has given one. */
function Naming({ model, value }: Pick<ObjectFormProps, "model" | "value">): ReactElement {
  const { schemas } = useService();
  const members = recordOf(value["metadata"]);
  const { name, generateName } = recordOf(memberSchema(schemas, model.input, "metadata")["properties"]);
  // A name that is empty is made up: that it has at least one character goes without saying.
  const { minLength: _, ...nameSchema } = recordOf(name);
  const properties = {
    name: { ...nameSchema, description: texts.form.nameHelp },
    ...("generateName" in members && { generateName }),
  };
  return (
    <Card title={texts.form.naming}>
      <MemberList
        path={["metadata"]}
        label="metadata"
        schema={{ type: "object", properties, additionalProperties: false }}
        members={members}
        without={Object.keys(members).filter((member) => !Object.hasOwn(properties, member))}
      />
    </Card>
  );
}

/** The metadata besides what names a new object: labels, and what few people write. */
function Metadata({ model, value, locks }: Pick<ObjectFormProps, "model" | "value" | "locks">): ReactElement {
  const { schemas } = useService();
  const members = recordOf(value["metadata"]);
  return (
    <Card title={texts.form.metadata}>
      <MemberList
        path={["metadata"]}
        label="metadata"
        schema={describedMetadata(memberSchema(schemas, model.input, "metadata"))}
        members={members}
        without={[...SET_BY_SERVICE, "generateName", ...(locks.base === undefined ? ["name"] : [])]}
      />
    </Card>
  );
}

/** The metadata with descriptions for those who use it, and the finalizers at the end: few people write them, and everybody labels. */
function describedMetadata(schema: Schema): Schema {
  const { finalizers, ...first } = recordOf(schema["properties"]);
  const members = { ...first, ...(finalizers !== undefined && { finalizers }) };
  const help: Readonly<Record<string, string>> = texts.form.metadataHelp;
  const properties = Object.fromEntries(
    Object.entries(members).map(([name, of]) => [
      name,
      Object.hasOwn(help, name) ? { ...recordOf(of), description: help[name] } : of,
    ]),
  );
  return { ...schema, properties };
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
  return (
    <Card title={title}>
      <PartFields
        path={[part]}
        label={part}
        schema={declared}
        value={value}
        isRequired={isRequired(schemas, resolveSchema(schemas, model.input), part)}
      />
    </Card>
  );
}
