import { parseArgs } from "node:util";

import { UsageError } from "../usage-error.js";
import type { DeclaredOptions, OptionSpec } from "./command-options.js";

type Value = string | boolean | readonly string[] | undefined;

/**
 * Reads what follows a command's name.
 *
 * @returns the values of its options by their names, and by their names in camel case.
 * @throws {UsageError} for what the command does not know, or lacks.
 */
export function parseOptions(args: readonly string[], declared: DeclaredOptions): Readonly<Record<string, Value>> {
  const { options, positionals } = declared;
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries([...options].map(([name, spec]) => [name, parserOption(spec)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<string, string[]>();
  const plain: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") plain.push(token.value);
    if (token.kind !== "option") continue;
    const spec = options.get(token.name);
    if (spec === undefined) throw new UsageError(`Unknown argument: ${token.rawName.replace(/^-+/, "")}`);
    given.set(token.name, [...(given.get(token.name) ?? []), textOf(token, spec)]);
  }
  const names = [...positionals.keys()];
  const surplus = plain[names.length];
  if (surplus !== undefined) throw new UsageError(`Unknown argument: ${surplus}`);
  for (const [place, text] of plain.entries()) given.set(names[place] ?? "", [text]);
  const specs = [...positionals, ...options];
  return Object.fromEntries(
    specs.flatMap(([name, spec]) => {
      const value = valueOf(name, spec, given.get(name));
      return [
        [name, value],
        [camelCased(name), value],
      ];
    }),
  );
}

function parserOption({ type = "string", alias }: OptionSpec): { type: "string" | "boolean"; short?: string } {
  return { type, ...(alias !== undefined && { short: alias }) };
}

interface OptionToken {
  readonly rawName: string;
  readonly value: string | undefined;
}

function textOf({ rawName, value }: OptionToken, { type }: OptionSpec): string {
  if (type === "boolean") {
    if (value === undefined || value === "true" || value === "false") return value ?? "true";
    throw new UsageError(`${rawName} takes no value; it was given ${value}.`);
  }
  if (value !== undefined) return value;
  throw new UsageError(`${rawName} needs a value.`);
}

function valueOf(name: string, spec: OptionSpec, texts: readonly string[] | undefined): Value {
  const { type, choices, array, demandOption } = spec;
  const text = texts?.at(-1);
  if (texts === undefined || text === undefined) {
    if (demandOption === true) {
      throw new UsageError(
        `<${name}> is missing: ${choices === undefined ? spec.describe : `one of ${choices.join(", ")}.`}`,
      );
    }
    return spec.default ?? (type === "boolean" ? false : undefined);
  }
  if (type === "boolean") return text === "true";
  if (array === true) return texts;
  if (texts.length > 1) throw new UsageError(`--${name} is given ${texts.length} times; give it once.`);
  if (choices !== undefined && !choices.includes(text)) {
    throw new UsageError(`${name} must be one of ${choices.join(", ")}, not ${text}.`);
  }
  return text;
}

function camelCased(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
