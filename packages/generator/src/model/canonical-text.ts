import { compareText } from "./compare-text.js";
import type { Type } from "./type.js";

type Reference = Extract<Type, { shape: "ref" }>;

/** The same text for types that are the same but for where they stand; `nameOf` tells what references refer to. */
export function canonicalText(type: Type | undefined, nameOf = (id: string): string => id): string {
  return JSON.stringify(type, (key, value: unknown) => {
    if (key === "span" || key === "tagSpans") return undefined;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const named =
      "shape" in value && value.shape === "ref" ? { ...value, name: nameOf((value as Reference).name) } : value;
    return Object.fromEntries(Object.entries(named).sort(([a], [b]) => compareText(a, b)));
  });
}
