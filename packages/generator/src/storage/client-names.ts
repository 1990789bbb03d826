import { pascalCase } from "../model/name-case.js";

/**
 * Names of the Prisma models and fields: how a plugin's own reporting queries spell tables and columns. They touch nothing in the
 * database, so they may give way to each other.
 */

/** Prisma's scalar types, and names the generated client gives to things of its own. */
const TAKEN_MODELS = [
  "String",
  "Int",
  "BigInt",
  "Float",
  "Decimal",
  "Boolean",
  "DateTime",
  "Json",
  "Bytes",
  "Unsupported",
  "Prisma",
  "PrismaClient",
  "AND",
  "OR",
  "NOT",
];

/** Gives each thing the first of its candidates that nothing before it got; failing all, the last one with a number. */
export class NamePool {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  take(...candidates: readonly [string, ...string[]]): string {
    const name =
      candidates.find((candidate) => !this.#taken.has(candidate)) ??
      this.#numbered(candidates[candidates.length - 1] ?? "");
    this.#taken.add(name);
    return name;
  }

  #numbered(stem: string): string {
    let number = 2;
    while (this.#taken.has(`${stem}${number}`)) number += 1;
    return `${stem}${number}`;
  }
}

export function modelNamePool(): NamePool {
  return new NamePool(TAKEN_MODELS);
}

/** Field of an index: `spec.otherPerson` gives `specOtherPerson`. The column's name, which is unique, stands behind it. */
export function fieldCandidates(indexName: string, column: string): [string, string] {
  const fallback = camelCased(column);
  const field = camelCased(indexName);
  return /^[a-z]/.test(field) && !(field in Object.prototype) ? [field, fallback] : [fallback, fallback];
}

function camelCased(text: string): string {
  const words = pascalCase(text);
  return words.charAt(0).toLowerCase() + words.slice(1);
}
