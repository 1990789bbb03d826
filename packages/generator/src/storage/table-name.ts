import { fitIdentifier, IDENTIFIER_LIMIT } from "./identifier.js";

/** What names a table: the API version is left out, so that versions of a kind can share their objects. */
export interface TableOwner {
  readonly group: string;
  readonly plural: string;
}

/**
 * Sets parts of a physical name apart. A group's and plural's own separators become one underscore (`.`) or an even number of them
 * (`-`, which may repeat), so three in a row come from here only.
 */
export const PART_SEPARATOR = "___";

const LABELS = `${PART_SEPARATOR}labels`;
const TABLE_LIMIT = IDENTIFIER_LIMIT - LABELS.length;

/**
 * Beginnings that belong to SQLite, PostgreSQL, this service's system tables and tables that a migration makes again; and endings that
 * belong to the indexes and sequences of tables, which share one namespace with tables on both databases.
 */
const TAKEN = /^(?:sqlite|pg|cmgen|new)_|_(?:key|idx|pkey|seq)$/;

/**
 * Table of a model's objects: `people.example.com` and `people` give `people_example_com_people`. Injective over legal groups and
 * plurals (DNS subdomains in lowercase); at most 54 bytes, so that the label table's name fits as well.
 */
export function tableName({ group, plural }: TableOwner): string {
  const escaped = `${group}.${plural}`.replaceAll("-", "__").replaceAll(".", "_");
  const free = TAKEN.test(escaped) ? `t${PART_SEPARATOR}${escaped}` : escaped;
  return fitIdentifier(free, { limit: TABLE_LIMIT, separator: PART_SEPARATOR });
}

/** Table of a model's labels: `object_id`, `key`, `value`. */
export function labelTableName(owner: TableOwner): string {
  return `${tableName(owner)}${LABELS}`;
}
