import { asRecord } from "./served-object.js";
import type { ServedResource } from "./served-resource.js";
import type { SchemaReader, SchemaView } from "./schema-view.js";

/** The part of an OpenAPI document that is about a resource. */
export function resourceItem(
  document: unknown,
  { group, version, plural }: Pick<ServedResource, "group" | "version" | "plural">,
): Readonly<Record<string, unknown>> {
  return asRecord(asRecord(asRecord(document)["paths"])[`/apis/${group}/${version}/${plural}`]);
}

/** An object as it is stored, whose `spec` is what one sends: what has a default need not be in there. */
export function resourceView(reader: SchemaReader, document: unknown, resource: ServedResource): SchemaView {
  const { kind } = resource;
  const names = asRecord(asRecord(resourceItem(document, resource)["x-cmgen-resource"])["schemas"]);
  // The extension leaves usual names out.
  const { stored = `Stored${kind}`, input = `${kind}Input` } = names;
  const view = reader.view(reader.named(String(stored)));
  const spec = reader.view(reader.named(String(input))).fields.get("spec");
  return spec === undefined ? view : { ...view, fields: new Map([...view.fields, ["spec", spec]]) };
}
