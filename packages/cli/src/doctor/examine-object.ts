import { parseJsonText } from "@cmgen/model/internal";
import {
  brokenRules,
  causeOf,
  type ExtensionObject,
  type IndexedTable,
  type StoredObject,
  type VersionView,
} from "@cmgen/runtime/database";
import type { SqlDialect } from "@cmgen/store/inspect";
import { examineVersion } from "./examine-version.js";
import { printValue, type Finding } from "./finding.js";
import type { DriverValue, InspectedObject } from "./inspected-object.js";

/** What objects of one table are held against. */
export interface ObjectExamination {
  readonly table: IndexedTable;
  readonly dialect: Pick<SqlDialect, "encode">;
  /** Names of the indexes that are built. */
  readonly indexes: readonly string[];
  readonly versions: readonly VersionView[];
  /** Told as which version each object is stored that is not stored as it would be now. */
  readonly older: (apiVersion: string) => void;
}

/** Compares what is copied of an object with its bytes, and these with the model. */
export function examineObject(examination: ObjectExamination, stored: InspectedObject): readonly Finding[] {
  const about = { resource: examination.table.resource, object: stored.name };
  const object = readObject(stored.data);
  if (object === undefined) {
    const message = "The object's bytes are no JSON of an object with metadata.";
    return [{ code: "object", ...about, message }];
  }
  const findings = [
    ...examineColumns(stored, object),
    ...examineLabels(stored, object),
    ...examineStoredForm(examination, { stored, object }),
    ...examineSchema(examination, object),
  ];
  return findings.map((finding) => ({ ...finding, ...about }));
}

/** Indexes and other versions are of the version that objects are stored as now. */
function examineStoredForm(examination: ObjectExamination, { stored, object }: Copied): readonly Finding[] {
  const { table, indexes, versions, older } = examination;
  try {
    const current = table.storedForm(object);
    if (current !== object) older(object.apiVersion);
    return [
      ...indexes.flatMap((index) => examineIndex(examination, index, { stored, object: current })),
      ...versions.flatMap((version) => examineVersion(version, current)),
    ];
  } catch (error) {
    return [{ code: "version", message: `It is stored as ${object.apiVersion}: ${causeOf(error)}` }];
  }
}

function readObject(data: Uint8Array): StoredObject | undefined {
  try {
    const value: unknown = parseJsonText(new TextDecoder("utf-8", { fatal: true }).decode(data));
    if (typeof value !== "object" || value === null || !("metadata" in value)) return undefined;
    if (typeof value.metadata !== "object" || value.metadata === null) return undefined;
    // Only objects of the table's models are in it; every model's are of this shape.
    return value as StoredObject;
  } catch {
    return undefined;
  }
}

function examineColumns(stored: InspectedObject, { metadata }: StoredObject): readonly Finding[] {
  const fields: readonly (readonly [field: string, stored: DriverValue, expected: DriverValue | undefined])[] = [
    ["metadata.name", stored.name, metadata.name],
    ["metadata.uid", stored.uid, metadata.uid],
    ["metadata.version", stored.version, metadata.version],
    ["metadata.creationTimestamp", stored.createdAt, instant(metadata.creationTimestamp)],
    ["metadata.deletionTimestamp", stored.deletedAt, instant(metadata.deletionTimestamp)],
  ];
  return fields
    .filter(([, found, expected]) => textOf(found) !== textOf(expected ?? null))
    .map(([index, found, expected]) =>
      differing({ code: "object", index, message: "A column differs from the object's bytes." }, [found], [expected]),
    );
}

function instant(timestamp: string | undefined): number | undefined {
  return timestamp === undefined ? undefined : Date.parse(timestamp);
}

function examineLabels({ labels }: InspectedObject, { metadata }: StoredObject): readonly Finding[] {
  const expected = new Map(Object.entries(metadata.labels ?? {}));
  const keys = [...new Set([...labels.keys(), ...expected.keys()])];
  return keys
    .filter((key) => labels.get(key) !== expected.get(key))
    .map((key) =>
      differing(
        { code: "label", index: "metadata.labels", message: `The label ${key} differs from the object's bytes.` },
        [labels.get(key)],
        [expected.get(key)],
      ),
    );
}

function examineSchema({ table }: ObjectExamination, object: StoredObject): readonly Finding[] {
  return brokenRules(table.modelOf(object), object).map(({ path, keyword, message }) => {
    const sentence = keyword === "check" ? message : `The ${path === "" ? "object" : "value"} ${message}.`;
    return { code: "schema", pointer: path, message: sentence };
  });
}

interface Copied {
  readonly stored: InspectedObject;
  readonly object: ExtensionObject;
}

function examineIndex({ table, dialect }: ObjectExamination, index: string, { stored, object }: Copied): Finding[] {
  const made = table.valuesOf(index, object);
  if ("problem" in made) {
    return [
      { code: "index", index, message: `The values of the index cannot be computed: it ${made.problem.message}.` },
    ];
  }
  const found = stored.values.get(index) ?? [];
  const expected = made.values.map((value) => dialect.encode(value));
  const sorted = (values: readonly unknown[]): string => JSON.stringify(values.map(textOf).toSorted());
  if (sorted(found) === sorted(expected)) return [];
  return [differing({ code: "index", index, message: "The index differs from the object's bytes." }, found, expected)];
}

/** The same for equal numbers, whatever they were read as. */
function textOf(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

function differing(
  finding: Pick<Finding, "code" | "index" | "message">,
  stored: readonly unknown[],
  expected: readonly unknown[],
): Finding {
  return { ...finding, ...given("stored", stored), ...given("expected", expected) };
}

function given(name: "stored" | "expected", values: readonly unknown[]): Pick<Finding, "stored" | "expected"> {
  const there = values.filter((value) => value !== undefined && value !== null);
  return there.length === 0 ? {} : { [name]: printValue(there.length === 1 ? there[0] : there) };
}
