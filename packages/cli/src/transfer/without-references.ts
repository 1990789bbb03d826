import { printPointer } from "@cmgen/model/internal";

import type { ImportRefusal } from "./import-refusal.js";

/** An object without the references that it was refused for. */
export function withoutReferences(object: object, { causes }: ImportRefusal): object {
  const broken = new Set(causes.flatMap(({ code, path }) => (code === "reference" ? [path] : [])));
  return membersOf(object, [], broken);
}

function membersOf(object: object, at: readonly string[], broken: ReadonlySet<string>): object {
  const kept = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    const below = [...at, name];
    return broken.has(printPointer(below)) ? [] : [[name, valueOf(value, below, broken)]];
  });
  return Array.isArray(object) ? kept.map(([, value]) => value) : Object.fromEntries(kept);
}

function valueOf(value: unknown, at: readonly string[], broken: ReadonlySet<string>): unknown {
  return typeof value === "object" && value !== null ? membersOf(value, at, broken) : value;
}
