import { createHash } from "node:crypto";

import { compareText } from "../../model/compare-text.js";
import type { SourceSpan } from "../../model/source-span.js";
import type { Type } from "../../model/type.js";
import { canonicalText, type NamedEntry } from "../types/named-types.js";

/** Where a named type is declared: decides who keeps a name that two have. */
export interface TypeOrigin {
  /** Path of the file, relative to the plugin's root. */
  readonly file: string;
  readonly offset: number;
  /** The declaration's name. */
  readonly span: SourceSpan;
}

export interface NamingInput {
  readonly entries: readonly NamedEntry[];
  readonly originOf: (entry: NamedEntry) => TypeOrigin;
  /** Names that no type may have. */
  readonly taken: Iterable<string>;
}

interface Candidate {
  readonly id: string;
  readonly wanted: string;
  readonly origin: TypeOrigin;
}

/**
 * Gives each named type a name no other has, the same on every run. Of several of one name the first by file and place keeps it,
 * the plugin's own files before those of packages; the others are told apart by the names of their files and folders. Keys are the
 * ids that references hold.
 */
export function nameTypes({ entries, originOf, taken }: NamingInput): ReadonlyMap<string, string> {
  const wantedOf = wantedNames(entries);
  const candidates = entries.map((entry): Candidate => ({
    id: entry.id,
    wanted: wantedOf(entry),
    origin: originOf(entry),
  }));
  const used = new Set(taken);
  const names = new Map<string, string>();
  for (const candidate of candidates.sort(byOrigin)) {
    const name = firstFree(candidate, used);
    used.add(name);
    names.set(candidate.id, name);
  }
  return names;
}

function byOrigin(a: Candidate, b: Candidate): number {
  return (
    Number(isForeign(a.origin)) - Number(isForeign(b.origin)) ||
    compareText(a.origin.file, b.origin.file) ||
    a.origin.offset - b.origin.offset ||
    compareText(a.wanted, b.wanted)
  );
}

function isForeign({ file }: TypeOrigin): boolean {
  return file.startsWith("../") || file.includes("node_modules/");
}

function firstFree({ wanted, origin }: Candidate, used: ReadonlySet<string>): string {
  if (!used.has(wanted)) return wanted;
  let qualified = wanted;
  for (const segment of origin.file
    .replace(/\.[^./]+$/, "")
    .split("/")
    .reverse()) {
    const prefix = pascal(segment);
    if (prefix === "" || qualified.startsWith(prefix)) continue;
    qualified = `${prefix}${qualified}`;
    if (!used.has(qualified)) return qualified;
  }
  let count = 2;
  while (used.has(`${wanted}${count}`)) count += 1;
  return `${wanted}${count}`;
}

/** The name each type would have if it were alone: `Page<Person>` is `PageOfPerson`. */
function wantedNames(entries: readonly NamedEntry[]): (entry: NamedEntry) => string {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const wantedOf = (entry: NamedEntry): string => {
    const base = identifier(entry.baseName);
    if (entry.arguments.length === 0) return base;
    return `${base}Of${entry.arguments.map(argumentName).join("And")}`;
  };
  const referredName = (id: string): string => {
    const entry = byId.get(id);
    return entry === undefined ? id : wantedOf(entry);
  };
  const argumentName = (type: Type): string => shortName(type, referredName) ?? hashedName(type, referredName);
  return wantedOf;
}

type ReferredName = (id: string) => string;

function shortName(type: Type, referredName: ReferredName): string | undefined {
  const inner = (part: Type): string | undefined => shortName(part, referredName);
  switch (type.shape) {
    case "ref":
      return referredName(type.name);
    case "model":
      return type.name;
    case "literal":
      return pascal(String(type.value)) || undefined;
    case "enum":
      return type.values.length > 3
        ? undefined
        : joined(
            type.values.map((value) => pascal(String(value))),
            "Or",
          );
    case "array":
      return suffixed(inner(type.items), "List");
    case "record":
      return suffixed(inner(type.values), "Record");
    case "union":
      return type.members.length > 3 ? undefined : joined(type.members.map(inner), "Or");
    case "object":
    case "tuple":
    case "json":
      return undefined;
    default:
      return Object.keys(type.constraints).length > 0 ? undefined : pascal(type.shape);
  }
}

function suffixed(name: string | undefined, suffix: string): string | undefined {
  return name === undefined ? undefined : name + suffix;
}

function joined(names: readonly (string | undefined)[], by: string): string | undefined {
  return names.every((name) => name !== undefined && name !== "") ? names.join(by) : undefined;
}

/** For types too long to spell: the shape, and a hash that stays as long as the type does. */
function hashedName(type: Type, referredName: ReferredName): string {
  const text = canonicalText(type).replaceAll(
    /"name":"(\d+)","shape":"ref"/g,
    (_, id: string) => `"ref":"${referredName(id)}"`,
  );
  return `${pascal(type.shape)}${createHash("sha256").update(text).digest("hex").slice(0, 6)}`;
}

function pascal(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** A name of letters, digits and underscores: documents allow no more of what TypeScript does. */
function identifier(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_]/g, "_");
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}
