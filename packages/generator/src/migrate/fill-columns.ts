import type { DatabaseProvider } from "../config/config.js";
import type { DatabaseSchema, Table } from "../storage/database-schema.js";
import { UID_COLUMN } from "../storage/model-tables.js";
import { pairs } from "./compare-schemas.js";

const EVOLUTIONS = "cmgen_evolutions";
const CHANGES = "cmgen_changes";

interface Spelling {
  /** A random UUID of version 4 (RFC 9562). */
  readonly uuid: string;
  /** The bytes of an object with a uid, which is put in front of the first `creationTimestamp`. */
  withUid(data: string, uid: string): string;
}

const SPELLINGS: Readonly<Record<DatabaseProvider, Spelling>> = {
  postgresql: {
    uuid: "gen_random_uuid()::text",
    withUid: (data, uid) => `overlay(${data} PLACING convert_to('"uid":"' || ${uid} || '",', 'UTF8')
 FROM position(convert_to('"creationTimestamp":', 'UTF8') IN ${data}) FOR 0)`,
  },
  sqlite: {
    uuid: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
 || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
    withUid: (data, uid) => {
      const text = `CAST(${data} AS TEXT)`;
      const place = `instr(${text}, '"creationTimestamp":')`;
      return `CAST(substr(${text}, 1, ${place} - 1) || '"uid":"' || ${uid} || '",'
 || substr(${text}, ${place}) AS BLOB)`;
    },
  },
};

/**
 * Statements that fill the columns which objects of earlier releases do not have: each object gets a uid, also in its stored bytes, where it
 * stands in front of the creation's time, and the number of the schema that it was written under. Its version stays. The change that was logged
 * last of an object is its stored bytes, and remains so.
 */
export function fillColumns(provider: DatabaseProvider, from: DatabaseSchema, to: DatabaseSchema): string[] {
  const { uuid, withUid } = SPELLINGS[provider];
  const change = `"${CHANGES}"."data"`;
  const hasSteps = from.tables.some(({ name }) => name === EVOLUTIONS);
  return pairs(from.tables, to.tables).flatMap(({ from: before, to: after }) => {
    if (before === undefined || after === undefined || !isNew(UID_COLUMN.name, before, after)) return [];
    const table = `"${after.name}"`;
    return [
      `UPDATE ${table} SET "uid" = ${uuid}, "schema" = ${hasSteps ? newestStep(after.name) : "0"};`,
      `UPDATE "${CHANGES}" SET "data" = (SELECT ${withUid(change, 'o."uid"')}
 FROM ${table} AS o WHERE o."id" = "object_id")
 WHERE EXISTS (SELECT 1 FROM ${table} AS o WHERE o."id" = "object_id" AND o."data" = ${change});`,
      `UPDATE ${table} SET "data" = ${withUid('"data"', '"uid"')};`,
    ];
  });
}

function isNew(column: string, before: Table, after: Table): boolean {
  const has = ({ columns }: Table): boolean => columns.some(({ name }) => name === column);
  return after.role === "objects" && has(after) && !has(before);
}

/** Of a step that is running, the objects up to its position have been through it. */
function newestStep(table: string): string {
  return `(SELECT coalesce(max(e."place"), 0) FROM "${EVOLUTIONS}" AS e
 WHERE e."table" = '${table}' AND (e."state" = 'done' OR e."position" >= "${table}"."id"))`;
}
