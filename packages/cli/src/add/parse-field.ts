import type { AddManifest, NewField } from "@cmgen/generator";

import { UsageError } from "../usage-error.js";

/**
 * Parses `name:type`, or `name?:type` for a field that may be left out.
 *
 * @throws {UsageError} for another form.
 */
export function parseField(text: string): NewField {
  const [, name = "", mark, type = ""] = /^([^:?]+)(\?)?:(.+)$/s.exec(text) ?? [];
  if (name === "") throw new UsageError(`"${text}" is not a field: write it as title:string, or due?:Timestamp.`);
  if (/\?\s*$/.test(type)) {
    const meant = `${name}?:${type.replace(/\?\s*$/, "").trim()}`;
    throw new UsageError(
      `"${text}" is not a field: the ? of one that may be left out stands behind its name, as in ${meant}.`,
    );
  }
  return { name, type: type.trim(), optional: mark !== undefined, doc: "" };
}

/**
 * Parses `path=value`. The value is JSON, or else a text.
 *
 * @throws {UsageError} for another form.
 */
export function parseValue(text: string): readonly [path: string, value: Value] {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`--set ${text} has no value: write it as --set spec.title=Hello.`);
  const [path, value] = [text.slice(0, at), text.slice(at + 1)];
  return [path, jsonOr(value)] as const;
}

type Value = AddManifest["values"][string];

function jsonOr(text: string): Value {
  try {
    // Boundary: what the parser makes is JSON.
    return JSON.parse(text) as Value;
  } catch {
    return text;
  }
}
