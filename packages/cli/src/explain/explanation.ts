import type { ServedResource } from "../objects/served-resource.js";
import type { SchemaReader, SchemaView } from "../objects/schema-view.js";

/** A field that is explained. */
export interface Subject {
  readonly resource: ServedResource;
  /** Names of the fields that lead to it; none for the object itself. */
  readonly path: readonly string[];
  readonly isRequired: boolean;
  readonly view: SchemaView;
  /** What indexes and references say of fields, by their paths. */
  readonly indexes: ReadonlyMap<string, string>;
}

/** Fields below fields that are shown: types may be about themselves. */
const LEVELS = 6;

/** What there is to say of a field, and of the fields below it. */
export function explanation(subject: Subject, reader: SchemaReader, isRecursive: boolean): string {
  const { resource, path, view } = subject;
  const name = path.join(".");
  const head = [
    `Kind:   ${resource.kind} (${resource.group}/${resource.version})`,
    ...(path.length === 0 ? [`Names:  ${resource.plural}, ${resource.singular}`] : []),
    ...(path.length === 0 ? [] : [`Field:  ${name}: ${view.type}${subject.isRequired ? ", required" : ""}`]),
    ...(path.length === 0 ? computedIndexes(subject) : detailsOf(subject)),
  ];
  const description = view.description === undefined ? [] : ["", view.description];
  const fields = fieldLines(subject, reader, isRecursive ? LEVELS : 1);
  return [...head, ...description, ...(fields.length === 0 ? [] : ["", "Fields:", ...fields]), ""].join("\n");
}

function detailsOf({ view, path, indexes }: Subject): readonly string[] {
  const index = indexes.get(path.join("."));
  return [
    ...(view.constraints.length === 0 ? [] : [`Rules:  ${view.constraints.join(", ")}`]),
    ...(view.default === undefined ? [] : [`Default: ${JSON.stringify(view.default)}`]),
    ...(index === undefined ? [] : [`Index:  ${index}`]),
  ];
}

/** Indexes that are no fields: functions make their values. */
function computedIndexes({ indexes }: Subject): readonly string[] {
  const names = [...indexes.keys()].filter((name) => !/^(spec|status|metadata)\./.test(name));
  return names.length === 0 ? [] : [`Computed indexes: ${names.join(", ")}`];
}

/** A line for each field, or as many as it has fields below; a description where there is one level only. */
function fieldLines(subject: Omit<Subject, "isRequired">, reader: SchemaReader, levels: number): readonly string[] {
  const { view, path, indexes } = subject;
  return [...view.fields].flatMap(([name, schema]) => {
    const field = reader.view(schema);
    const below = [...path, name];
    const index = indexes.get(below.join("."));
    const facts = [
      field.type,
      ...(view.required.has(name) ? ["required"] : []),
      ...field.constraints,
      ...(field.default === undefined ? [] : [`default ${JSON.stringify(field.default)}`]),
      ...(index === undefined ? [] : [index]),
    ];
    const inner =
      levels === 1
        ? [field.description?.split("\n", 1)[0] ?? ""].filter((line) => line !== "").map((line) => `  ${line}`)
        : fieldLines({ ...subject, view: field, path: below }, reader, levels - 1);
    return [`  ${name}: ${facts.join(", ")}`, ...inner.map((line) => `  ${line}`)];
  });
}
