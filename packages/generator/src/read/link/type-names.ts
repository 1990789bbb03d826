import { compareText } from "../../model/compare-text.js";
import { fileAndLine, type SourceSpan } from "../../model/source-span.js";
import { pascal } from "../types/argument-name.js";
import type { NamedBody } from "../types/named-types.js";

/** Where a named type is declared. */
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
  /** As it is declared, or made up where it is not. */
  readonly name: string;
  /** Its author has not named it. */
  readonly isUnnamed?: boolean;
  readonly origin: TypeOrigin;
  readonly body: NamedBody;
}

/** A type by the name that it is exported by, and what the config's `typeNames` calls it. */
export interface ExportedEntry extends LinkedEntry {
  readonly key: string;
}

/** Names by the keys of types: the config's `typeNames`. */
export type GivenNames = Readonly<Record<string, string>>;

/** Two types have one name: the values of its diagnostic. */
export interface NameClash {
  readonly name: string;
  readonly other: string;
  readonly how: string;
}

export interface NamingInput {
  readonly entries: readonly ExportedEntry[];
  /** Names that no type without a name gets. */
  readonly taken: Iterable<string>;
  /** Whether an entry takes a name only if no other wants it. */
  readonly isLast?: (entry: ExportedEntry) => boolean;
  /** Called for each type whose name another has. It is told apart by a number, so that nothing else is reported because of it. */
  readonly onClash: (clash: NameClash, span: SourceSpan) => void;
}

/** A type's key in `typeNames`: the file that declares it, and its name there. Where a package is installed does not matter. */
function typeKey({ name, origin: { file, namespaces } }: LinkedEntry): string {
  const path = file.split("node_modules/").at(-1) ?? file;
  return `${path}#${[...namespaces.toReversed(), name].join(".")}`;
}

/**
 * A type with the name that it is exported by. That follows from its declaration and from the config alone, so no other type can change
 * it. A namespace's name stands in front, as in `Geo.Point`, which is `GeoPoint`.
 */
export function exported(entry: LinkedEntry, given: GivenNames): ExportedEntry {
  const { name, isUnnamed, origin } = entry;
  const key = typeKey(entry);
  const qualified = (): string =>
    origin.namespaces.map(pascal).reduce((all, prefix) => (all.startsWith(prefix) ? all : prefix + all), name);
  const own = Object.hasOwn(given, key) ? given[key] : undefined;
  return { ...entry, name: own ?? (isUnnamed === true ? name : qualified()), key };
}

/**
 * Gives each named type its name. Two types of one name are a clash: which of them were to be renamed would depend on the names of
 * files, and what has been exported would change with another file. Only types that their authors have not named get numbers. Keys are
 * the ids that references hold.
 */
export function nameTypes({ entries, taken, isLast = () => false, onClash }: NamingInput): ReadonlyMap<string, string> {
  const used = new Map<string, ExportedEntry>();
  const reserved = new Set(taken);
  const names = new Map<string, string>();
  const inOrder = (a: ExportedEntry, b: ExportedEntry): number =>
    Number(a.isUnnamed === true) - Number(b.isUnnamed === true) ||
    Number(isLast(a)) - Number(isLast(b)) ||
    byOrigin(a, b);
  for (const entry of entries.toSorted(inOrder)) {
    const isFree = (name: string): boolean => !used.has(name) && !reserved.has(name);
    const other = entry.isUnnamed === true ? undefined : used.get(entry.name);
    if (other !== undefined) onClash(clashOf(entry, other), entry.origin.span);
    const isNumbered = entry.isUnnamed === true || other !== undefined;
    const name = isNumbered ? numbered(entry.name, isFree) : entry.name;
    used.set(name, entry);
    names.set(entry.id, name);
  }
  return names;
}

/** By file and place, the plugin's own files before those of packages. */
export function byOrigin(a: LinkedEntry, b: LinkedEntry): number {
  return (
    Number(isForeign(a.origin.file)) - Number(isForeign(b.origin.file)) ||
    compareText(a.origin.file, b.origin.file) ||
    a.origin.offset - b.origin.offset ||
    compareText(a.name, b.name)
  );
}

function isForeign(file: string): boolean {
  return file.startsWith("../") || file.includes("node_modules/");
}

/** Two that stand in one place are instances of a generic type: an alias tells them apart, a name for the place does not. */
function clashOf(entry: ExportedEntry, other: ExportedEntry): NameClash {
  const { name } = entry;
  const isOnePlace = entry.origin.file === other.origin.file && entry.origin.offset === other.origin.offset;
  if (isOnePlace) {
    return { name, other: "another instance of the same type", how: "declare `type … = …`, and refer to that" };
  }
  const isOwn = [entry, other].some(({ origin }) => !isForeign(origin.file));
  // Nobody can tell which of the two is new.
  return {
    name,
    other: `the one of ${placeOf(other.origin)}`,
    how:
      `${isOwn ? "rename its declaration, or " : ""}write \`typeNames: { "${entry.key}": "…" }\` or ` +
      `\`typeNames: { "${other.key}": "…" }\` in cmgen.config.ts`,
  };
}

function placeOf({ file, span }: TypeOrigin): string {
  return isForeign(file) ? file : fileAndLine(span);
}

function numbered(wanted: string, isFree: (name: string) => boolean): string {
  if (isFree(wanted)) return wanted;
  let count = 2;
  while (!isFree(`${wanted}${count}`)) count += 1;
  return `${wanted}${count}`;
}
