import { parseJsonText } from "@cmgen/model/internal";
import type { IndexValue, IndexValues, NumberedObject } from "@cmgen/store";
import type { ExtensionObject } from "../model/model-descriptor.js";
import { IndexBuildError } from "./index-build-error.js";
import type { IndexedTable } from "./indexed-table.js";
import type { Stop } from "./walk-table.js";

type NamedBytes = Pick<NumberedObject, "name" | "data">;

/**
 * The values that a stored object has in some indexes.
 *
 * @throws {IndexBuildError} if it cannot be read, converted or indexed.
 */
export function indexedValues(table: IndexedTable, indexes: readonly string[], stored: NamedBytes): IndexValues {
  const object = readOrThrow(table, indexes, stored);
  return new Map(indexes.map((index) => [index, valuesOrThrow(table, index, { name: stored.name, object })]));
}

/** Why a pass that builds indexes ended early. */
export function buildError({ resource }: IndexedTable, indexes: readonly string[], stopped: Stop): Error {
  const names = indexes.join(", ");
  if (stopped === "superseded") return new Error(`Another release of the service has taken ${resource}.`);
  if (stopped === "restless")
    return new Error(`The indexes ${names} of ${resource} cannot be built: an object changes all the time.`);
  const { index, value, owner, object } = stopped;
  const message = `${object} and ${owner} both have the value ${printValue(value)}, which must be unique`;
  return new IndexBuildError({ resource, index, object, message });
}

function printValue(value: IndexValue): string {
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

/** An object that was stored as another version is indexed as what it is converted to. */
function readOrThrow(
  table: IndexedTable,
  [index = ""]: readonly string[],
  { name, data }: NamedBytes,
): ExtensionObject {
  try {
    // The table contains only objects of its kind.
    return table.storedForm(parseJsonText(Buffer.from(data).toString()) as ExtensionObject);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new IndexBuildError({ resource: table.resource, index, object: name, message, cause });
  }
}

interface NamedObject {
  readonly name: string;
  readonly object: ExtensionObject;
}

function valuesOrThrow(table: IndexedTable, index: string, { name, object }: NamedObject): readonly IndexValue[] {
  const found = table.valuesOf(index, object);
  if ("values" in found) return found.values;
  const { message, cause } = found.problem;
  throw new IndexBuildError({
    resource: table.resource,
    index,
    object: name,
    message: `for the object ${name} it ${message}`,
    cause,
  });
}
