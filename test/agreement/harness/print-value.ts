import type { Value } from "./agreement-case.js";

/** A value as a TypeScript expression on one line. */
export function printValue(value: Value | undefined): string {
  if (value === undefined) return "undefined";
  if (value === null || typeof value !== "object") return printScalar(value);
  if (Array.isArray(value)) return `[${value.map((item: Value) => printValue(item)).join(", ")}]`;
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${printKey(name)}: ${printValue(part)}`)
    .join(", ")} }`;
}

/** JSON leaves as they are two characters that end a line in TypeScript. */
function printScalar(value: null | boolean | number | string): string {
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** Without the brackets, `__proto__` would set the prototype. */
function printKey(name: string): string {
  return name === "__proto__" ? `["__proto__"]` : JSON.stringify(name);
}
