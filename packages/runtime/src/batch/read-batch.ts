import { setImmediate } from "node:timers/promises";
import { isJsonObject, type JsonObject, memberOf } from "../document/json-object.js";
import { countValues } from "../document/json-measure.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { type BrokenRule, invalid } from "../resource/invalid.js";
import { type Batch, type BatchOperation, OPERATIONS, type OperationName } from "./batch-operation.js";

/** Operations of a batch, at most. */
export const MOST_OPERATIONS = 1000;

/** What a batch is read with. */
export interface BatchRules {
  /** The kinds that are served. */
  readonly findModel: (apiVersion: unknown, kind: unknown) => ModelDescriptor | undefined;
  /** Bytes and values of one operation, at most. */
  readonly maxBytes: number;
  readonly maxValues: number;
}

/** The members of an operation, by what it does; `op` besides. */
const members: Readonly<Record<OperationName, readonly string[]>> = {
  create: ["as", "object"],
  replace: ["object", "subresource", "preconditions"],
  update: ["object", "subresource", "preconditions"],
  apply: ["as", "object", "preconditions"],
  patch: ["apiVersion", "kind", "name", "patch", "subresource", "preconditions"],
  delete: ["apiVersion", "kind", "name", "preconditions"],
};

/** What is in the object of an operation. */
const objectsOf: Readonly<Partial<Record<OperationName, string>>> = {
  create: "an object with apiVersion and kind",
  replace: "an object with apiVersion, kind and metadata.name",
  update: "an object with apiVersion, kind, metadata.name and what changes",
  apply: "an object with apiVersion, kind, metadata.name and what changes",
};

/** Operations that are read before other requests have their turn. */
const READ_AT_ONCE = 20;

/** @throws {ApiError} `Invalid` with everything that is wrong with the form of a batch. */
export async function readBatch(body: unknown, rules: BatchRules): Promise<Batch> {
  if (!isJsonObject(body)) throw refused([{ path: "", keyword: "type", message: "must be an object" }]);
  const given = memberOf(body, "operations");
  const [atomic, dryRun] = [memberOf(body, "atomic"), memberOf(body, "dryRun")];
  const problems: BrokenRule[] = Object.keys(body)
    .filter((name) => !["operations", "atomic", "dryRun"].includes(name))
    .map((name) => ({ path: `/${name}`, keyword: "additionalProperties", message: "is not a known field" }));
  for (const [name, value] of Object.entries({ atomic, dryRun }))
    if (value !== undefined && typeof value !== "boolean")
      problems.push({ path: `/${name}`, keyword: "type", message: "must be true or false" });
  if (atomic === false && dryRun === true)
    problems.push({ path: "/dryRun", keyword: "dryRun", message: "is for batches that are done whole or not at all" });
  if (!Array.isArray(given) || given.length > MOST_OPERATIONS) {
    const message = `must be a list of at most ${MOST_OPERATIONS} operations`;
    throw refused([...problems, { path: "/operations", keyword: "maxItems", message }]);
  }
  const operations: BatchOperation[] = [];
  const called = new Set<string>();
  for (const [place, each] of given.entries()) {
    if (place % READ_AT_ONCE === 0) await setImmediate();
    const reader = new OperationReader(each, `/operations/${place}`, { ...rules, called });
    const operation = reader.read();
    problems.push(...reader.problems);
    if (operation !== undefined) operations.push(operation);
  }
  if (problems.length > 0) throw refused(problems);
  return { isAtomic: atomic !== false, isTrial: dryRun === true, operations };
}

/**
 * Reads an operation that is not part of a batch.
 *
 * @throws {ApiError} `Invalid` with everything that is wrong with its form.
 */
export function readOperation(given: unknown, rules: BatchRules): BatchOperation {
  const reader = new OperationReader(given, "", { ...rules, called: new Set() });
  const operation = reader.read();
  if (operation === undefined || reader.problems.length > 0) throw invalid(reader.problems);
  return operation;
}

function refused(problems: readonly BrokenRule[]): Error {
  return invalid(problems, "The batch");
}

interface ReaderRules extends BatchRules {
  /** What earlier operations are called. */
  readonly called: Set<string>;
}

/** Reads one operation, and collects what is wrong with it. */
class OperationReader {
  readonly problems: BrokenRule[] = [];
  readonly #given: unknown;
  readonly #path: string;
  readonly #rules: ReaderRules;

  constructor(given: unknown, path: string, rules: ReaderRules) {
    this.#given = given;
    this.#path = path;
    this.#rules = rules;
  }

  read(): BatchOperation | undefined {
    const given = this.#given;
    if (!isJsonObject(given)) return this.#refuse("", "type", "must be an object");
    this.#assertSize(given);
    const op = OPERATIONS.find((each) => each === memberOf(given, "op"));
    if (op === undefined) return this.#refuse("/op", "enum", `must be one of ${OPERATIONS.join(", ")}`);
    const takesObject = members[op].includes("object");
    const object = takesObject ? this.#object(given, op) : undefined;
    this.#assertKnown(given, op);
    // What else is missing is in the object.
    if (takesObject && object === undefined) return undefined;
    const target = object ?? given;
    const model = this.#model(target, object === undefined ? "" : "/object");
    const name = object === undefined ? memberOf(given, "name") : nameIn(object);
    const isNamed = typeof name === "string";
    if (!isNamed && op !== "create")
      this.#refuse(object === undefined ? "/name" : "/object/metadata/name", "required", "must be the object's name");
    const patch = memberOf(given, "patch");
    if (op === "patch" && !Array.isArray(patch))
      this.#refuse("/patch", "type", "must be a JSON Patch: a list of operations");
    const read = { as: this.#as(given), subresource: this.#subresource(given), condition: this.#condition(given) };
    if (model === undefined) return undefined;
    return { op, model, object, patch, name: isNamed ? name : undefined, ...read };
  }

  #refuse(path: string, keyword: string, message: string): undefined {
    this.problems.push({ path: this.#path + path, keyword, message });
  }

  /** An operation is bounded as the body of a single request is. */
  #assertSize(given: JsonObject): void {
    const { maxBytes, maxValues } = this.#rules;
    if (Buffer.byteLength(JSON.stringify(given)) > maxBytes)
      this.#refuse("", "maxLength", `is larger than ${maxBytes} bytes`);
    if (countValues(given) > maxValues)
      this.#refuse("", "maxItems", `has more than ${maxValues} values and names of members`);
  }

  #assertKnown(given: JsonObject, op: OperationName): void {
    const known = members[op];
    for (const name of Object.keys(given))
      if (name !== "op" && !known.includes(name))
        this.#refuse(`/${name}`, "additionalProperties", `is not a field of ${op}, which takes ${known.join(", ")}`);
  }

  #object(given: JsonObject, op: OperationName): JsonObject | undefined {
    const object = memberOf(given, "object");
    if (isJsonObject(object)) return object;
    return this.#refuse("/object", "required", `is missing: ${op} takes ${objectsOf[op]}`);
  }

  #model(target: JsonObject, below: string): ModelDescriptor | undefined {
    const [apiVersion, kind] = [memberOf(target, "apiVersion"), memberOf(target, "kind")];
    const model = this.#rules.findModel(apiVersion, kind);
    if (model !== undefined) return model;
    if (typeof apiVersion !== "string")
      return this.#refuse(`${below}/apiVersion`, "required", "must be the API version");
    if (typeof kind !== "string") return this.#refuse(`${below}/kind`, "required", "must be the kind");
    return this.#refuse(`${below}/kind`, "enum", `is not a kind of ${apiVersion} that this service has`);
  }

  #as(given: JsonObject): string | undefined {
    const as = memberOf(given, "as");
    if (as === undefined) return undefined;
    if (typeof as !== "string" || !/^\$[A-Za-z0-9_-]{1,63}$/.test(as))
      return this.#refuse("/as", "pattern", "must be $ and a word, such as $first");
    if (this.#rules.called.has(as)) return this.#refuse("/as", "uniqueItems", "is what an earlier operation is called");
    this.#rules.called.add(as);
    return as;
  }

  #subresource(given: JsonObject): "" | "status" {
    const subresource = memberOf(given, "subresource");
    if (subresource === undefined || subresource === "status") return subresource ?? "";
    this.#refuse("/subresource", "enum", "must be status");
    return "";
  }

  #condition(given: JsonObject): BatchOperation["condition"] {
    const preconditions = memberOf(given, "preconditions");
    if (preconditions === undefined) return {};
    if (!isJsonObject(preconditions)) {
      this.#refuse("/preconditions", "type", "must be an object");
      return {};
    }
    const [uid, version] = [memberOf(preconditions, "uid"), memberOf(preconditions, "version")];
    if (uid !== undefined && typeof uid !== "string") this.#refuse("/preconditions/uid", "type", "must be a string");
    if (version !== undefined && !Number.isSafeInteger(version))
      this.#refuse("/preconditions/version", "type", "must be a whole number");
    return { ...(typeof uid === "string" && { uid }), ...(typeof version === "number" && { version }) };
  }
}

function nameIn(object: JsonObject): unknown {
  const metadata = memberOf(object, "metadata");
  return isJsonObject(metadata) ? memberOf(metadata, "name") : undefined;
}
