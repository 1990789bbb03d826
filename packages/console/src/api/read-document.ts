import { readEndpoints, type Endpoint } from "./endpoints.js";
import { listOf, recordOf, textOf, textsOf, type Json } from "./json.js";
import { modelKey, type IndexType, type Model, type ModelIndex, type ModelReference, type Schema } from "./model.js";
import { onDeleteAt } from "./on-delete.js";

/** What the service says of itself in `openapi.json`. */
export interface ServiceDocument {
  readonly title: string;
  readonly models: readonly Model[];
  /** The endpoints of plugins that are about a model. */
  readonly endpoints: readonly Endpoint[];
  /** `components.schemas`. */
  readonly schemas: Json;
}

const COLLECTION = /^\/apis\/([a-z0-9][a-z0-9.-]*)\/([a-z0-9]+)\/([a-z0-9][a-z0-9-]*)$/;

export function readDocument(text: unknown): ServiceDocument {
  const document = recordOf(text);
  const paths = recordOf(document["paths"]);
  const schemas = recordOf(recordOf(document["components"])["schemas"]);
  const models = Object.entries(paths).flatMap(([path, item]) => {
    const [, group, version, plural] = COLLECTION.exec(path) ?? [];
    const extension = recordOf(recordOf(item)["x-cmgen-resource"]);
    const kind = textOf(extension["kind"]);
    if (group === undefined || version === undefined || plural === undefined || kind === undefined) return [];
    const named = recordOf(extension["schemas"]);
    const stored = textOf(named["stored"]) ?? `Stored${kind}`;
    const input = textOf(named["input"]) ?? `${kind}Input`;
    const schema = recordOf(schemas[stored]);
    const model: Model = {
      group,
      version,
      plural,
      kind,
      singular: textOf(extension["singular"]) ?? kind.toLowerCase(),
      indexes: listOf(extension["indexes"]).flatMap(indexOf),
      references: listOf(extension["references"]).flatMap((each) => referenceOf(each, schemas, schema)),
      schema,
      input: recordOf(schemas[input]),
      columns: Array.isArray(extension["columns"]) ? textsOf(extension["columns"]) : undefined,
      hasStatusPath: `${path}/{name}/status` in paths,
      hasHistory: `${path}/{name}/history` in paths,
      deprecated: textOf(extension["deprecated"]),
    };
    return [model];
  });
  const title = textOf(recordOf(document["info"])["title"]) ?? "";
  return { title, models, endpoints: readEndpoints(paths, schemas), schemas };
}

const TYPES: readonly IndexType[] = ["string", "integer", "int64", "number", "boolean", "timestamp"];

function indexOf(extension: unknown): ModelIndex[] {
  const { name, type, values, multi, search, order } = recordOf(extension);
  if (typeof name !== "string") return [];
  const named = listOf(values).filter(
    (value) => typeof value === "string" || typeof value === "number" || typeof value === "boolean",
  );
  return [
    {
      name,
      type: TYPES.find((each) => each === type) ?? "string",
      values: named.length > 0 ? named : undefined,
      isMulti: multi === true,
      isSearch: search === true,
      isDescending: order === "DESC",
    },
  ];
}

function referenceOf(extension: unknown, schemas: Json, schema: Schema): ModelReference[] {
  const { index, apiVersion, kind } = recordOf(extension);
  if (typeof index !== "string" || typeof apiVersion !== "string" || typeof kind !== "string") return [];
  const [group = "", version = ""] = apiVersion.split("/");
  return [{ index, group, version, kind, onDelete: onDeleteAt(schemas, schema, index.split(".")) }];
}

/** The model of a kind, by what a reference says of it. */
export function findKind(
  models: readonly Model[],
  { group, version, kind }: Pick<ModelReference, "group" | "version" | "kind">,
): Model | undefined {
  const ofKind = models.filter((model) => model.group === group && model.kind === kind);
  return ofKind.find((model) => model.version === version) ?? ofKind[0];
}

/** The model at a place of the address. */
export function findModel(
  models: readonly Model[],
  place: Pick<Model, "group" | "version" | "plural">,
): Model | undefined {
  return models.find((model) => modelKey(model) === modelKey(place));
}
