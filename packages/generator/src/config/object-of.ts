import { closestName } from "@cmgen/model/closest-name";

/** Returns what is wrong with a value, each as a sentence that starts with where it is. */
export type Check = (value: unknown, path: string) => readonly string[];

export type Fields = Readonly<Record<string, Check>>;

/** An object with these fields and no others, but for extensions (`x-…`). A field that is `undefined` is not there. */
export function objectOf(required: Fields, optional: Fields): Check {
  const fields: Fields = { ...required, ...optional };
  return (value, path) => {
    if (!isObject(value)) return [`\`${path}\` must be an object.`];
    const missing = Object.keys(required).filter((name) => value[name] === undefined);
    return [
      ...missing.map((name) => `\`${path}\` must have \`${name}\`.`),
      ...Object.entries(value).flatMap(([name, entry]) => {
        if (name.startsWith("x-") && entry !== undefined)
          return unless(isJson(entry), `${path}.${name}`, "must be JSON");
        return fieldProblems(fields, { name, path: `${path}.${name}`, value: entry });
      }),
    ];
  };
}

interface Field {
  readonly name: string;
  readonly path: string;
  readonly value: unknown;
}

export function fieldProblems(fields: Fields, { name, path, value }: Field): readonly string[] {
  const check = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (check !== undefined) return value === undefined ? [] : check(value, path);
  const known = Object.keys(fields);
  const meant = closestName(name, known);
  const hint = meant === undefined ? `Known keys: ${known.join(", ")}.` : `Did you mean \`${meant}\`?`;
  return [`\`${path}\` is not a key of the config. ${hint}`];
}

export function listOf(check: Check): Check {
  return (value, path) =>
    Array.isArray(value)
      ? value.flatMap((entry, position) => check(entry, `${path}[${position}]`))
      : [`\`${path}\` must be a list.`];
}

export function oneOf(...values: readonly string[]): Check {
  return that((value) => values.some((known) => known === value), `must be one of ${values.join(", ")}`);
}

/** What is accepted. */
export function that(accepts: (value: unknown) => boolean, problem: string): Check {
  return (value, path) => unless(accepts(value), path, problem);
}

export function unless(isRight: boolean, path: string, problem: string): readonly string[] {
  return isRight ? [] : [`\`${path}\` ${problem}.`];
}

export function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isJson(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).every(isJson);
  return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}
