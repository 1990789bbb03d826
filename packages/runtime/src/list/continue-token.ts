import { createHash } from "node:crypto";
import { exactInteger, isInt64 } from "./parse-index-value.js";
import type { IndexValueType } from "../model/model-descriptor.js";
import type { KeysetPosition, ListPlan } from "./list-plan.js";

/** What a walk is a walk of. A token is good for the same only. */
export type WalkIdentity = Pick<ListPlan, "fields" | "labels" | "sort"> & {
  /** Table of the model's objects. */
  readonly table: string;
};

const CHECK_BYTES = 12;

/**
 * Writes a walk's place as an opaque text. It carries a checksum over place and walk, so that a token that was cut, changed or taken
 * from another walk is found out. It holds no secret and grants nothing: the place is bound as values, and what may be listed is
 * decided anew with each request.
 */
export function encodeContinue(identity: WalkIdentity, position: KeysetPosition): string {
  const place = Buffer.from(
    JSON.stringify(position.map((value) => (typeof value === "bigint" ? { int: String(value) } : value))),
  );
  return Buffer.concat([checksum(identity, place), place]).toString("base64url");
}

/** The place a token holds; none if it is not a token of this walk. */
export function decodeContinue(identity: WalkIdentity, token: string): KeysetPosition | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const place = bytes.subarray(CHECK_BYTES);
  if (!bytes.subarray(0, CHECK_BYTES).equals(checksum(identity, place))) return undefined;
  const position = JSON.parse(place.toString()) as readonly unknown[];
  return position.map((value, key) => readValue(identity.sort[key]?.field.type, value));
}

function readValue(type: IndexValueType | undefined, value: unknown): KeysetPosition[number] {
  if (typeof value === "object" && value !== null && "int" in value) {
    const integer = BigInt(String(value.int));
    if (isInt64(integer)) return exactInteger(integer);
  }
  if (value === null || typeof value === "string" || typeof value === "boolean" || typeof value === "number") {
    return value;
  }
  throw new TypeError(`A walk's token holds no ${type}`);
}

function checksum({ table, fields, labels, sort }: WalkIdentity, place: Uint8Array): Buffer {
  const walk = JSON.stringify([table, fields, labels, sort], (_, value: unknown) =>
    typeof value === "bigint" ? { int: String(value) } : value,
  );
  return createHash("sha256").update(walk).update("\0").update(place).digest().subarray(0, CHECK_BYTES);
}
