import { recordOf } from "../../api/json.js";
import type { Model, Schema } from "../../api/model.js";
import type { ServiceDocument } from "../../api/read-document.js";
import { memberSchema, resolveSchema } from "../../api/schema.js";

/** Columns that every model can have, beside the name. */
const OF_METADATA = ["metadata.creationTimestamp", "metadata.labels", "metadata.version"];

/** How deep fields are offered: types may refer to themselves, and a column for what is deeper says little. */
const DEEPEST = 4;

/** Everything that a list of a model can show in a column: its fields, and what objects say of themselves. */
export function availableColumns({ schemas }: ServiceDocument, model: Model): readonly string[] {
  const fields = ["spec", "status"].flatMap((part) =>
    fieldsIn(schemas, memberSchema(schemas, model.schema, part), [part]),
  );
  const isNamed = "lastChangedBy" in recordOf(memberSchema(schemas, model.schema, "metadata")["properties"]);
  return [...new Set([...fields, ...OF_METADATA, ...(isNamed ? ["metadata.lastChangedBy"] : [])])];
}

/** The fields of a schema, in its order: of an object those of its members, where it names any. */
function fieldsIn(schemas: ServiceDocument["schemas"], schema: Schema, path: readonly string[]): readonly string[] {
  const members = Object.keys(recordOf(resolveSchema(schemas, schema)["properties"])).filter(
    (member) => !member.includes("."),
  );
  if (members.length === 0 || path.length >= DEEPEST) return path.length > 1 ? [path.join(".")] : [];
  return members.flatMap((member) => fieldsIn(schemas, memberSchema(schemas, schema, member), [...path, member]));
}
