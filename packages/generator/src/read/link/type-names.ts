import { compareText } from "../../model/compare-text.js";
import type { SourceSpan } from "../../model/source-span.js";
import { pascal } from "../types/argument-name.js";
import type { NamedBody } from "../types/named-types.js";

/** Where a named type is declared: decides who keeps a name that two have. */
export interface TypeOrigin {
  /** Path of the file, relative to the plugin's root. */
  readonly file: string;
  readonly offset: number;
  /** The declaration's name; of a type of another package, where it is first referred to. */
  readonly span: SourceSpan;
  /** The namespaces it is declared in, the innermost first. */
  readonly namespaces: readonly string[];
}

/** A named type as it was read. */
export interface LinkedEntry {
  /** Stands in references until names are given. */
  readonly id: string;
  /** The name it has where no other type wants it. */
  readonly name: string;
  /** Its author has not named it. */
  readonly isUnnamed?: boolean;
  readonly origin: TypeOrigin;
  readonly body: NamedBody;
}

export interface NamingInput {
  readonly entries: readonly LinkedEntry[];
  /** Names that no type may have. */
  readonly taken: Iterable<string>;
  /** Whether an entry takes a name only if no other wants it. */
  readonly isLast?: (entry: LinkedEntry) => boolean;
  /** Told of names that two types have which nothing tells apart. */
  readonly onClash: (name: string, span: SourceSpan) => void;
}

/** Names that are given, with what has them; a model's name is its own. */
type Used = Map<string, TypeOrigin | undefined>;

/**
 * Gives each named type a name no other has, the same on every run. Of several of one name the first by file and place keeps it,
 * the plugin's own files before those of packages; the others are told apart by the names of their namespaces, files and folders.
 * Keys are the ids that references hold.
 */
export function nameTypes({ entries, taken, isLast = () => false, onClash }: NamingInput): ReadonlyMap<string, string> {
  const used: Used = new Map(Array.from(taken, (name) => [name, undefined]));
  const names = new Map<string, string>();
  const inOrder = (a: LinkedEntry, b: LinkedEntry): number => Number(isLast(a)) - Number(isLast(b)) || byOrigin(a, b);
  for (const entry of entries.toSorted(inOrder)) {
    const free = firstFree(entry, used);
    if (free === undefined) onClash(entry.name, entry.origin.span);
    const name = free ?? entry.name;
    used.set(name, entry.origin);
    names.set(entry.id, name);
  }
  return names;
}

function byOrigin(a: LinkedEntry, b: LinkedEntry): number {
  return (
    Number(a.isUnnamed === true) - Number(b.isUnnamed === true) ||
    Number(isForeign(a.origin)) - Number(isForeign(b.origin)) ||
    compareText(a.origin.file, b.origin.file) ||
    a.origin.offset - b.origin.offset ||
    compareText(a.name, b.name)
  );
}

function isForeign({ file }: TypeOrigin): boolean {
  return file.startsWith("../") || file.includes("node_modules/");
}

function firstFree({ name: wanted, origin, isUnnamed }: LinkedEntry, used: Used): string | undefined {
  if (!used.has(wanted)) return wanted;
  const holder = used.get(wanted);
  if (isUnnamed === true) return numbered(wanted, used);
  // The name of a file tells nothing of two types that stand in it both.
  if (holder !== undefined && scopeOf(holder) === scopeOf(origin)) return undefined;
  const folders = origin.file.replace(/\.[^./]+$/, "").split("/");
  let qualified = wanted;
  for (const segment of [...origin.namespaces, ...folders.reverse()]) {
    const prefix = pascal(segment);
    if (prefix === "" || qualified.startsWith(prefix)) continue;
    qualified = `${prefix}${qualified}`;
    if (!used.has(qualified)) return qualified;
  }
  return undefined;
}

function scopeOf({ file, namespaces }: TypeOrigin): string {
  return [file, ...namespaces].join(" ");
}

function numbered(wanted: string, used: Used): string {
  let count = 2;
  while (used.has(`${wanted}${count}`)) count += 1;
  return `${wanted}${count}`;
}
