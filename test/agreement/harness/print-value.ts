import type { Value } from "./agreement-case.js";

/** A value as a TypeScript expression on one line. */
export function printValue(value: Value | undefined): string {
  if (value === undefined) return "undefined";
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: Value) => printValue(item)).join(", ")}]`;
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${printKey(name)}: ${printValue(part)}`)
    .join(", ")} }`;
}

/** Without the brackets, `__proto__` would set the prototype. */
function printKey(name: string): string {
  return name === "__proto__" ? `["__proto__"]` : JSON.stringify(name);
}
