import { recordOf, textOf, textsOf, valueAt } from "./json.js";
import type { Model, Schema } from "./model.js";
import type { ServedObject } from "./objects.js";
import { memberSchema, schemaAt } from "./schema.js";
import type { ServiceDocument } from "./read-document.js";

/** What an object is called besides its name; undefined where that says nothing more. */
export function titleOf(path: readonly string[] | undefined, object: ServedObject): string | undefined {
  const title = path && textOf(valueAt(object, path));
  return title === object.metadata.name ? undefined : title;
}

/**
 * The path of the text that says best what an object is, beside its name: the first text among the columns that its model declares, else the
 * first text that the spec requires. Undefined where there is none.
 */
export function titlePath({ schemas }: Pick<ServiceDocument, "schemas">, model: Model): readonly string[] | undefined {
  const column = model.columns
    ?.map((path) => path.split("."))
    .find((path) => isTitle(schemaAt(schemas, model.schema, path)));
  if (column !== undefined) return column;
  const spec = memberSchema(schemas, model.schema, "spec");
  const required = textsOf(spec["required"]);
  const member = Object.keys(recordOf(spec["properties"])).find(
    (name) => required.includes(name) && isTitle(memberSchema(schemas, spec, name)),
  );
  return member === undefined ? undefined : ["spec", member];
}

/** Whether a value is a text that people write: neither the name of another object, nor one of some values, nor of a format. */
function isTitle(schema: Schema): boolean {
  return schema["type"] === "string" && ["x-cmgen-ref", "enum", "const", "format"].every((each) => !(each in schema));
}
