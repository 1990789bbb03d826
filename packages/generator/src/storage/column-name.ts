import { fitIdentifier, IDENTIFIER_LIMIT, shortHash } from "./identifier.js";
import { PART_SEPARATOR, tableName, type TableOwner } from "./table-name.js";

/** What names the columns of a model's table: two indexes whose names look alike must know of each other. */
export interface IndexOwner extends TableOwner {
  readonly indexes: readonly { readonly name: string }[];
}

/** Endings of the names of a value table's own indexes, in one namespace with tables. */
const TAKEN_BY_INDEXES = /_(?:pkey|value_key|value_object_id_idx)$/;

/** What an index's values are kept under. Which of the two is used is a matter of whether an object may have several. */
export interface IndexNames {
  /** Column of the model's table. */
  readonly column: string;
  /** Table of the values. */
  readonly valueTable: string;
}

/**
 * Names for each index of a model, by the index's name: `spec.otherPerson` gives the column `x_spec_other_person`. Where several indexes
 * would get one name, each gets a hash of its own name behind it.
 */
export function indexNames(owner: IndexOwner): ReadonlyMap<string, IndexNames> {
  const table = tableName(owner);
  const plain = new Map(owner.indexes.map(({ name }) => [name, plainColumnName(name)]));
  const seen = new Set<string>();
  const shared = new Set([...plain.values()].filter((column) => seen.size === seen.add(column).size));
  const named = [...plain].map(([name, column]): [string, IndexNames] => {
    const own = shared.has(column) ? hashedColumnName(column, name) : column;
    return [name, { column: own, valueTable: valueTableOf(table, own, name) }];
  });
  return new Map(named);
}

/**
 * Key column of a single-valued index.
 *
 * @throws {RangeError} if the model has no index of that name.
 */
export function columnName(owner: IndexOwner, indexName: string): string {
  return namesOf(owner, indexName).column;
}

/**
 * Table of a multi-valued index: `object_id`, `value`.
 *
 * @throws {RangeError} if the model has no index of that name.
 */
export function valueTableName(owner: IndexOwner, indexName: string): string {
  return namesOf(owner, indexName).valueTable;
}

function namesOf(owner: IndexOwner, indexName: string): IndexNames {
  const names = indexNames(owner).get(indexName);
  if (names === undefined) throw new RangeError(`${owner.plural}.${owner.group} has no index "${indexName}"`);
  return names;
}

function valueTableOf(table: string, column: string, indexName: string): string {
  const free = TAKEN_BY_INDEXES.test(column) ? hashedColumnName(column, indexName) : column;
  return fitIdentifier(`${table}${PART_SEPARATOR}${free}`, { limit: IDENTIFIER_LIMIT, separator: "_" });
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
