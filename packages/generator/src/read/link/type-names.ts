import { canonicalText } from "../../model/canonical-text.js";
import { compareText } from "../../model/compare-text.js";
import { fileAndLine, type SourceSpan } from "../../model/source-span.js";
import { exportedName, type Qualifiers } from "../types/exported-name.js";
import type { NamedBody } from "../types/named-types.js";

/** Where a named type is declared. */
export interface TypeOrigin extends Qualifiers {
  /** Path of the file, relative to the plugin's root. */
  readonly file: string;
  readonly offset: number;
  /** The declaration's name; of a type of another package, where it is first referred to. */
  readonly span: SourceSpan;
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
  /** Called for each type whose name another has. */
  readonly onClash: (clash: NameClash, span: SourceSpan) => void;
}

/** A type's key in `typeNames`: the file that declares it, and its name there. Where a package is installed does not matter. */
function typeKey({ name, origin: { file, namespaces } }: LinkedEntry): string {
  const path = file.split("node_modules/").at(-1) ?? file;
  return `${path}#${[...namespaces.toReversed(), name].join(".")}`;
}

/** A type with the name that it is exported by: that of its declaration, or the one that the config gives it. */
export function exported(entry: LinkedEntry, given: GivenNames): ExportedEntry {
  const key = typeKey(entry);
  const own = Object.hasOwn(given, key) ? given[key] : undefined;
  return { ...entry, name: own ?? exportedName(entry.name, entry.origin), key };
}

/**
 * Gives each named type its name. Two types of one name are a clash: which of them were to be renamed would depend on the names of
 * files, and what has been exported would change with another file. Keys are the ids that references hold.
 */
export function nameTypes({ entries, onClash }: NamingInput): ReadonlyMap<string, string> {
  const used = new Map<string, ExportedEntry>();
  const names = new Map<string, string>();
  const inOrder = (a: ExportedEntry, b: ExportedEntry): number =>
    Number(a.isUnnamed === true) - Number(b.isUnnamed === true) || byOrigin(a, b);
  for (const entry of entries.toSorted(inOrder)) {
    const other = used.get(entry.name);
    if (other !== undefined) onClash(clashOf(entry, other), entry.origin.span);
    else used.set(entry.name, entry);
    // A name that nothing else has, so that nothing else is reported because of the clash.
    names.set(entry.id, other === undefined ? entry.name : `${entry.name}#${names.size}`);
  }
  return names;
}

/** By file and place, the plugin's own files before those of packages. */
function byOrigin(a: LinkedEntry, b: LinkedEntry): number {
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

function clashOf(entry: ExportedEntry, other: ExportedEntry): NameClash {
  const { name } = entry;
  const isOnePlace = entry.origin.file === other.origin.file && entry.origin.offset === other.origin.offset;
  // A key for the place would name both.
  if (isOnePlace) return { name, ...withinPlace(entry) };
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

/** How types that one declaration makes are told apart: instances of a generic type, objects in it, and a package's type that is also read as an open one. */
function withinPlace({ isUnnamed, origin }: ExportedEntry): Omit<NameClash, "name"> {
  if (isUnnamed === true)
    return {
      other: "another object type in the same declaration",
      how: "declare it as an `interface`, and refer to that",
    };
  if (isForeign(origin.file))
    return {
      other: "the same declaration, where other tags or type arguments leave it open",
      how: "write `@additionalProperties` at every property that has it or at none, or declare a type of your own for one of them",
    };
  return { other: "another instance of the same type", how: "declare `type … = …`, and refer to that" };
}

/**
 * For each entry the id of the first that is the same type: types that have the same name and say the same, such as instances of one
 * generic type, or copies. They are taken for one until something in them differs, so that types that hold themselves are found to be
 * one, too.
 */
export function sameTypes(entries: readonly LinkedEntry[]): ReadonlyMap<string, string> {
  const byName = grouped(entries.toSorted(byOrigin), ({ name, isUnnamed, origin, body }) =>
    JSON.stringify([name, isUnnamed === true && [origin.file, origin.offset], body.annotations.documentation]),
  );
  const first = new Map<string, string>();
  const assign = (groups: readonly (readonly LinkedEntry[])[]): void => {
    for (const group of groups) for (const { id } of group) first.set(id, group[0]?.id ?? id);
  };
  assign(byName);
  let open = byName.filter((group) => group.length > 1);
  for (let count = -1; count !== open.length;) {
    count = open.length;
    open = open.flatMap((group) => grouped(group, ({ body }) => canonicalText(body.type, (id) => first.get(id) ?? id)));
    assign(open);
  }
  return first;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}
