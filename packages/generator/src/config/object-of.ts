import { closestName } from "./closest-name.js";

/** Returns what is wrong with a value, each as a sentence that starts with where it is. */
export type Check = (value: unknown, path: string) => readonly string[];

export type Fields = Readonly<Record<string, Check>>;

/** An object with these fields and no others, but for extensions (`x-…`). A field that is `undefined` is not there. */
export function objectOf(required: Fields, optional: Fields): Check {
  const fields: Fields = { ...required, ...optional };
  return (value, path) => {
    if (!isObject(value)) return [`\`${path}\` must be an object.`];
    const given = Object.entries(value).filter(([, entry]) => entry !== undefined);
    const missing = Object.keys(required).filter((name) => value[name] === undefined);
    return [
      ...missing.map((name) => `\`${path}\` must have \`${name}\`.`),
      ...given.flatMap(([name, entry]) => {
        if (name.startsWith("x-")) return unless(isJson(entry), `${path}.${name}`, "must be JSON");
        const check = Object.hasOwn(fields, name) ? fields[name] : undefined;
        return check === undefined ? [unknownField(path, name, Object.keys(fields))] : check(entry, `${path}.${name}`);
      }),
    ];
  };
}

function unknownField(path: string, name: string, known: readonly string[]): string {
  const meant = closestName(name, known);
  const hint = meant === undefined ? `Known keys: ${known.join(", ")}.` : `Did you mean \`${meant}\`?`;
  return `\`${path}.${name}\` is not a key that is known. ${hint}`;
}

export function listOf(check: Check): Check {
  return (value, path) =>
    Array.isArray(value)
      ? value.flatMap((entry, position) => check(entry, `${path}[${position}]`))
      : [`\`${path}\` must be a list.`];
}

export function oneOf(...values: readonly string[]): Check {
  return (value, path) =>
    unless(typeof value === "string" && values.includes(value), path, `must be one of ${values.join(", ")}`);
}

export function unless(isRight: boolean, path: string, problem: string): readonly string[] {
  return isRight ? [] : [`\`${path}\` ${problem}.`];
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isJson(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).every(isJson);
  return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}
