import { recordOf, textOf, type Json } from "../api/json.js";
import { modelKey, type Model } from "../api/model.js";
import { texts } from "../texts.js";
import type { ImportedDocument } from "../editor/read-documents.js";

/** Why an object is refused, by a JSON Pointer into it. */
export interface Cause {
  readonly path: string;
  readonly message: string;
}

/** The object that a document is about. */
export interface MeantObject {
  readonly document: ImportedDocument;
  readonly kind: string;
  readonly model: Model | undefined;
  /** Undefined if the service is to give one. */
  readonly name: string | undefined;
  /** Why nobody can know what is meant. */
  readonly causes: readonly Cause[];
}

/** Finds out which object a document is about. */
export function meantObject(document: ImportedDocument, models: readonly Model[]): MeantObject {
  const { value } = document;
  const metadata = recordOf(value["metadata"]);
  const apiVersion = textOf(value["apiVersion"]) ?? "";
  const kind = textOf(value["kind"]) ?? "";
  const name = textOf(metadata["name"]);
  const model = models.find((each) => each.kind === kind && `${each.group}/${each.version}` === apiVersion);
  const causes = causesOf(value, model);
  return { document, kind, model, name: name === "" ? undefined : name, causes };
}

function causesOf(value: Json, model: Model | undefined): readonly Cause[] {
  if (Object.keys(value).length === 0) return [{ path: "", message: texts.import.noObject }];
  const { apiVersion, kind } = value;
  if (typeof apiVersion !== "string") return [{ path: "", message: texts.import.noApiVersion }];
  if (typeof kind !== "string") return [{ path: "", message: texts.import.noKind }];
  if (model === undefined) return [{ path: "/kind", message: texts.import.unknownKind(apiVersion, kind) }];
  const { name, generateName } = recordOf(value["metadata"]);
  const isNamed = (typeof name === "string" && name !== "") || typeof generateName === "string";
  return isNamed ? [] : [{ path: "/metadata", message: texts.import.noName }];
}

/** What tells an object from all others; undefined for one without a name. */
export function objectKey({ model, name }: MeantObject): string | undefined {
  return model === undefined || name === undefined ? undefined : `${modelKey(model)}/${name}`;
}

/** What the service gives an object, and an import leaves out. */
const GIVEN: readonly string[] = ["uid", "version", "creationTimestamp", "deletionTimestamp", "lastChangedBy"];

/** An object as it is sent: without what the service gives it, and without a status that is written elsewhere. */
export function sendableObject({ document: { value }, model }: MeantObject): Json {
  const metadata = Object.entries(recordOf(value["metadata"])).filter(([member]) => !GIVEN.includes(member));
  const { status, ...rest } = value;
  const hasStatus = status !== undefined && model?.hasStatusPath !== true;
  return { ...rest, ...(hasStatus && { status }), metadata: Object.fromEntries(metadata) };
}
