import { hash } from "node:crypto";
import { parseIndexValue, type IndexValueType } from "../index-value.js";
import type { AllOf, KeysetPosition, ListPlan } from "../list-plan.js";
import { filtersOf } from "../sql/filter-condition.js";
import { orderKey, selectionKey } from "./list-key.js";

/** What a walk goes through. A token is valid for the same list only. */
export type WalkIdentity = AllOf &
  Pick<ListPlan, "sort"> & {
    /** Table of the model's objects. */
    readonly table: string;
  };

const CHECK_BYTES = 12;

/**
 * Encodes a walk's position as an opaque text. A checksum over the position and the walk detects tokens that were cut, changed or taken from
 * another walk. The token holds no secret and grants nothing: the position is bound as values, and each request is authorized.
 */
export function encodeContinue(identity: WalkIdentity, position: KeysetPosition): string {
  const place = placeOf(position);
  return Buffer.concat([checksum(identity, place), Buffer.from(place)]).toString("base64url");
}

function placeOf(position: KeysetPosition): string {
  return JSON.stringify(position.map((value) => (typeof value === "bigint" ? { int: String(value) } : value)));
}

/** The position in a token; `undefined` if it is not a token of this walk. A caller can forge a token with a valid checksum. */
export function decodeContinue(identity: WalkIdentity, token: string): KeysetPosition | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const place = bytes.toString("utf8", CHECK_BYTES);
  if (!bytes.subarray(0, CHECK_BYTES).equals(checksum(identity, place))) return undefined;
  return readPosition(identity.sort, place);
}

/** The position that `text` encodes for a sort; `undefined` if no list could have written it. */
function readPosition(sort: WalkIdentity["sort"], text: string): KeysetPosition | undefined {
  const values = parseList(text);
  if (values?.length !== sort.length) return undefined;
  const position = sort.flatMap(({ field }, key) => {
    const value = readValue(field.type, values[key]);
    return value === undefined ? [] : [value];
  });
  // Every object has the last key: its name or its place in the order of creation. And a position is written in one way.
  const isWhole = position.length === sort.length && position.at(-1) !== null;
  return isWhole && placeOf(position) === text ? position : undefined;
}

function parseList(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A key's value; `undefined` if a column of the type cannot hold it. PostgreSQL's texts cannot hold U+0000. */
function readValue(type: IndexValueType, value: unknown): KeysetPosition[number] | undefined {
  if (value === null) return null;
  const plain: unknown = typeof value === "object" && "int" in value ? value.int : value;
  if (typeof plain !== "string" && typeof plain !== "number" && typeof plain !== "boolean") return undefined;
  const text = String(plain);
  // Columns hold instants as numbers.
  return text.includes("\0") ? undefined : parseIndexValue(type === "timestamp" ? "int64" : type, text);
}

function checksum(identity: WalkIdentity, place: string): Buffer {
  return hash("sha256", `${walkText(identity)}\0${place}`, "buffer").subarray(0, CHECK_BYTES);
}

/** What a token's walk goes through, as a text. As JSON it took as long as to read three rows. */
function walkText({ table, sort, ...selection }: WalkIdentity): string {
  return selectionKey(table, filtersOf(selection)) + orderKey(sort);
}
