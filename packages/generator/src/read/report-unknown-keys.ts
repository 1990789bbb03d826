import { closestName } from "../config/closest-name.js";
import type { LiteralProperties } from "./literal-properties.js";
import type { Reader } from "./reader.js";

/** The attributes that an object of a declaration takes. */
export interface KnownKeys {
  /** Whose attributes they are: `a model`. */
  readonly owner: string;
  readonly names: readonly string[];
}

/** Reports attributes nobody would look at. */
export function reportUnknownKeys(reader: Reader, properties: LiteralProperties, { owner, names }: KnownKeys): void {
  for (const [attribute, { node }] of properties) {
    if (names.includes(attribute)) continue;
    const meant = closestName(attribute, names);
    const all = `It takes ${names.map((name) => `\`${name}\``).join(", ")}.`;
    reader.report("CM1006", node, { attribute, owner, hint: meant === undefined ? all : `Did you mean \`${meant}\`?` });
  }
}
