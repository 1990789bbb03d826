import { createHash } from "node:crypto";

import { storedIndex } from "../../model/kind-versions.js";
import type { IndexModel, Model } from "../../model/model.js";
import { columnName, valueTableName } from "../../storage/column-name.js";
import { modelNames } from "../../render/model-names.js";
import type { TypeIndex } from "../../schema/type-index.js";
import { jsonExpression } from "../../render/json-expression.js";
import { defaultsText } from "./default-texts.js";
import { stringLiteral } from "../../render/text.js";
import { pathAccess } from "./path-access.js";

/** What the template `resource` says of an index: what it is (spec 2.5), where it is kept and where its values come from. */
export interface IndexView {
  readonly name: string;
  readonly order: string;
  readonly unique: string;
  readonly multi: string;
  readonly type: string;
  /** Whether the case of its texts does not count. */
  readonly ci: boolean;
  /** Whether it holds the words of what `extract` returns. */
  readonly search: boolean;
  readonly storageKey: "table" | "column";
  readonly storageName: string;
  readonly fingerprint: string;
  readonly extract: string;
  /** The fields of an index of several, as an expression; nothing for others. */
  readonly members: string;
  /** Whether each object has a value of each of them. */
  readonly isComplete: boolean;
  /** Whether a function of the author's makes its values. */
  readonly isComputed: boolean;
  /** The texts that it can hold, as an expression; nothing where they are not known. */
  readonly values: string;
  /** Whether `extract` calls `own`, which the module then has to define. */
  readonly usesOwn: boolean;
}

/** The versions of a model's kind. */
export interface Versions {
  /** The one that objects are stored as. */
  readonly storage: Model;
  /** All but the model itself. */
  readonly others: readonly Model[];
}

/** The indexes of a model, in the order of their declaration. Their values are kept by the indexes of the storage version. */
export function indexViews(project: IndexedProject, model: Model, versions: Versions): readonly IndexView[] {
  const { storage, others } = versions;
  const conversions = others.length === 0 ? undefined : conversionText(project, model, versions);
  return model.indexes.map((index) => {
    const { name, order, unique, multi, valueType = "string", ci = false, search = false } = index;
    const stored = storedIndex(storage, index) ?? index;
    return {
      name,
      order,
      unique: String(unique),
      multi: String(multi),
      type: valueType,
      ci,
      search,
      storageKey: multi ? "table" : "column",
      storageName: multi ? valueTableName(storage, stored.name) : columnName(storage, stored.name),
      fingerprint: fingerprintOf(stored, { conversions, defaults: defaultsText(project, storage, stored) }),
      isComputed: index.source === "function",
      values: index.values === undefined ? "" : jsonExpression([...index.values]),
      ...(index.members === undefined
        ? extractView(project.types, model, index)
        : severalView(project.types, model, index)),
    };
  });
}

/** Says as what objects are indexed, and how those become it that were stored as another version, with the defaults of that. */
function conversionText({ defaultsOf }: IndexedProject, model: Model, { storage, others }: Versions): string {
  const { version, conversions = [] } = storage;
  const defaults = [model, ...others]
    .filter((other) => other !== storage)
    .flatMap((other) => {
      const text = defaultsOf(other);
      return text === undefined ? [] : [[other.version, text]];
    });
  return JSON.stringify([
    version,
    ...conversions.map((conversion) => [conversion.version, conversion.from ?? ""]),
    ...(defaults.length === 0 ? [] : [{ defaults: defaults.toSorted() }]),
  ]);
}

/** What is known of a project for its indexes. */
export interface IndexedProject {
  readonly types: TypeIndex;
  /** A text that changes when a model's defaults do; `undefined` where it has none. */
  readonly defaultsOf: (model: Model) => string | undefined;
}

type ExtractView = Pick<IndexView, "extract" | "usesOwn" | "members" | "isComplete">;

/** An index of several fields. Objects that lack one of them are told apart by their names where it is unique. */
function severalView(types: TypeIndex, model: Model, { members = [], unique }: IndexModel): ExtractView {
  const { parameter } = modelNames(model);
  const fields = members.map(({ path, valueType = "string", ci = false }) => ({
    valueType,
    ci,
    ...pathAccess(types, model, path),
  }));
  const values = fields
    .map(({ valueType, ci, expression }) => `[${stringLiteral(valueType)}, ${expression}${ci ? ", true" : ""}]`)
    .join(", ");
  const isComplete = fields.every(({ mayBeAbsent }) => !mayBeAbsent);
  const apart = unique && !isComplete ? `, ${parameter}.metadata.name` : "";
  return {
    extract: `(${parameter}) => compositeValue([${values}]${apart})`,
    usesOwn: fields.some(({ usesOwn }) => usesOwn),
    members: jsonExpression(members.map(({ name }) => name)),
    isComplete,
  };
}

function extractView(types: TypeIndex, model: Model, index: IndexModel): ExtractView {
  return { ...ofOneField(types, model, index), members: "", isComplete: false };
}

function ofOneField(
  types: TypeIndex,
  model: Model,
  { name, source, position, path }: IndexModel,
): Pick<IndexView, "extract" | "usesOwn"> {
  if (source === "reference") {
    const reference = model.references?.find(({ index }) => index === name);
    const { parameter } = modelNames(model);
    const segments = jsonExpression([...(reference?.path ?? [])]);
    return { extract: `(${parameter}) => referredNames(${parameter}, ${segments})`, usesOwn: false };
  }
  if (source === "function") return { extract: `declaredExtract(declaration, ${position})`, usesOwn: false };
  const { expression, usesOwn } = pathAccess(types, model, path);
  return { extract: `(${modelNames(model).parameter}) => ${expression}`, usesOwn };
}

/**
 * What an index holds, as 16 hex digits: they change when its values would, or how they are kept, and then the service builds it
 * again. Where an index stands among others does not count. Of a kind with several versions, objects that were stored as another version
 * are indexed as what they are converted to: `conversions` says how, as text. `defaults` says which it holds of objects that lack them.
 */
export function fingerprintOf(
  index: IndexModel,
  { conversions, defaults }: { readonly conversions?: string | undefined; readonly defaults?: string | undefined } = {},
): string {
  const { source, path, codeHash = "", valueType = "string", multi, order, unique, ci, search, members } = index;
  const text = JSON.stringify([
    source,
    path,
    codeHash,
    valueType,
    multi,
    order,
    unique,
    ...(ci === undefined ? [] : ["ci"]),
    ...(search === undefined ? [] : ["search"]),
    ...(members === undefined
      ? []
      : [members.map((member) => [member.path, member.valueType, ...(member.ci === undefined ? [] : ["ci"])])]),
    ...(conversions === undefined ? [] : [conversions]),
    ...(defaults === undefined ? [] : [{ defaults }]),
  ]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
