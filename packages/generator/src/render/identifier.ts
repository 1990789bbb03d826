import { pascalCase } from "../model/name-case.js";
import { uniqueNames } from "./unique-names.js";

/**
 * `put /notes/{slug} body` as a name: `putNotesSlugBody`. Whatever a text holds, what it gives is an identifier: only ASCII letters and
 * digits of the text are kept, and everything else ends a word.
 */
export function identifierOf(text: string): string {
  const [first = ""] = /[A-Za-z0-9]+/.exec(text) ?? [];
  const name = first + pascalCase(text).slice(first.length);
  return isReserved(name) ? `${name}_` : named(name);
}

/** The same with a capital letter in front: `PutNotesSlugBody`. */
export function typeIdentifierOf(text: string): string {
  return named(pascalCase(text));
}

/** Such names for several texts, in their order, each of them unique and none of `taken`. */
export function typeIdentifiers(texts: readonly string[], taken: readonly string[] = []): readonly string[] {
  return uniqueNames(texts.map(typeIdentifierOf), taken);
}

function named(name: string): string {
  return /^[A-Za-z]/.test(name) ? name : `_${name}`;
}

/** Whether a module cannot call a variable so: keywords, and words that strict code and modules reserve (ECMA-262, 12.7.2). */
export function isReserved(name: string): boolean {
  return reserved.has(name);
}

const reserved: ReadonlySet<string> = new Set(
  [
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for",
    "function if implements import in instanceof interface let new null package private protected public return static super switch",
    "this throw true try typeof undefined var void while with yield",
  ].flatMap((words) => words.split(" ")),
);
