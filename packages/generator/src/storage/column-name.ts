import { fitIdentifier, IDENTIFIER_LIMIT, shortHash } from "./identifier.js";
import { PART_SEPARATOR, tableName, type TableOwner } from "./table-name.js";

/** What names the columns of a model's table: two indexes whose names look alike must know of each other. */
export interface IndexOwner extends TableOwner {
  readonly indexes: readonly { readonly name: string }[];
}

/** Endings of the names of a value table's own indexes, in one namespace with tables. */
const TAKEN_BY_INDEXES = /_(?:pkey|value_key|value_object_id_idx)$/;

/**
 * Key column of a single-valued index: `spec.otherPerson` gives `x_spec_other_person`. Where two indexes of the model would get one
 * name, each gets a hash of its own name behind it.
 *
 * @throws {RangeError} if the model has no index of that name.
 */
export function columnName(owner: IndexOwner, indexName: string): string {
  const names = new Set(owner.indexes.map(({ name }) => name));
  if (!names.has(indexName)) throw new RangeError(`${owner.plural}.${owner.group} has no index "${indexName}"`);
  const column = plainColumnName(indexName);
  names.delete(indexName);
  const clashes = [...names].some((name) => plainColumnName(name) === column);
  return clashes ? hashedColumnName(column, indexName) : column;
}

/**
 * Table of a multi-valued index: `object_id`, `value`.
 *
 * @throws {RangeError} if the model has no index of that name.
 */
export function valueTableName(owner: IndexOwner, indexName: string): string {
  const column = columnName(owner, indexName);
  const free = TAKEN_BY_INDEXES.test(column) ? hashedColumnName(column, indexName) : column;
  return fitIdentifier(`${tableName(owner)}${PART_SEPARATOR}${free}`, { limit: IDENTIFIER_LIMIT, separator: "_" });
}

function plainColumnName(indexName: string): string {
  const words = indexName
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  return fitIdentifier(`x_${words === "" ? shortHash(indexName) : words}`, { limit: IDENTIFIER_LIMIT, separator: "_" });
}

function hashedColumnName(column: string, indexName: string): string {
  const hash = `_${shortHash(indexName)}`;
  return `${column.slice(0, IDENTIFIER_LIMIT - hash.length)}${hash}`;
}
