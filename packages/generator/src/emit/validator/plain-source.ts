import type { RuntimeFunction } from "./runtime-functions.js";

/** Most violations one list or one map is asked for. Past them a longer answer helps nobody, and hostile input costs memory. */
const MOST_PER_LOOP = 100;

type Rewrite = readonly [pattern: RegExp, replacement: string];

/**
 * What the compiler's text becomes: a plain call instead of an object of arguments, one line to report an error instead of eight,
 * errors joined in place instead of copied. String literals stand as `"\0<number>"` while this runs, so text of a declaration is
 * never taken for code.
 */
const rewrites: readonly Rewrite[] = [
  [/^function (\w+)\(data, \{[^}]*\}=\{\}\)\{/, "function $1(data, instancePath) {"],
  [/\{instancePath,parentData\b[^\n]+?,rootData\}/g, "instancePath"],
  [/\{instancePath:([^\n]+?),parentData\b[^\n]+?,rootData\}/g, "$1"],
  [/schemaPath:"\0\d+",/g, ""],
  [/\nelse \{\n\}/g, ""],
  [/Object\.prototype\.hasOwnProperty\.call\(/g, "Object.hasOwn("],
  [
    /const (err\d+) = (\{[^\n]*\});\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\n/g,
    "(vErrors ??= []).push($2);\n",
  ],
  [
    /vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\1\.errors\);/g,
    "vErrors = appendErrors(vErrors, $1.errors);",
  ],
  [/(key\d+)\.replace\(\/~\/g, "\0\d+"\)\.replace\(\/\\\/\/g, "\0\d+"\)/g, "escapePointer($1)"],
];

/** A loop goes on for as long as it has found few errors of its own; stopping leaves enough of them to be invalid. */
const limits: readonly Rewrite[] = [
  [
    /for\(let (i\d+)=(\d+); \1<(\w+); \1\+\+\)\{/g,
    `const errorsBefore_$1 = errors;\nfor(let $1=$2; $1<$3 && errors - errorsBefore_$1 < ${MOST_PER_LOOP}; $1++){`,
  ],
  [
    /for\(const (key\d+) of Object\.keys\((\w+)\)\)\{/g,
    `const errorsBefore_$1 = errors;\nfor(const $1 of Object.keys($2)){\nif(errors - errorsBefore_$1 >= ${MOST_PER_LOOP}) break;`,
  ],
];

export interface PlainSourceOptions {
  /** Whether loops may stop early: not where a loop looks for an item that fits (`contains`). */
  readonly limitLoops: boolean;
  /** The name to write for one of the compiler's. */
  readonly rename: (name: string) => string;
  /** Told of each function of the runtime that the rewritten text calls. */
  readonly use: (name: RuntimeFunction) => void;
}

/** Names of the compiler's, but not a property of data that is called so. */
const compilerName =
  /(?<![.\w$])(validate|schema|formats|func|obj|pattern|wrapper)(\d+)\b(?:(?<=wrapper\d+|formats\d+)\.validate\b)?/g;

const called: readonly RuntimeFunction[] = ["appendErrors", "escapePointer"];

/** A compiled function's text in the form in which it is written to a file. */
export function plainSource(source: string, { limitLoops, rename, use }: PlainSourceOptions): string {
  return outsideStrings(source, (code) => {
    const renamed = code.replace(compilerName, (_, prefix: string, number: string) => rename(prefix + number));
    const plain = applied(renamed, limitLoops ? [...rewrites, ...limits] : rewrites);
    const used = withoutAsides(withoutUnused(plain));
    for (const name of called) if (used.includes(`${name}(`)) use(name);
    return used.trim();
  });
}

/**
 * Leaves out variables that keep count of errors and are then not looked at. This and what follows the compiler's own optimizer does
 * too, and takes a third of the time of compiling.
 */
function withoutUnused(code: string): string {
  const uses = counted(code, /(?<![.\w$])(_?(?:errs|valid)\d+)\b/g);
  const declarations = counted(code, /^(?:const|let|var) (_?(?:errs|valid)\d+) = /gm);
  const kept = code.replace(counting, (line, name: string) => (uses.get(name) === declarations.get(name) ? "" : line));
  return kept.length === code.length ? code : withoutUnused(kept);
}

/** Writes a member of the data where it is looked at, if that is in one place only. */
function withoutAsides(code: string): string {
  const uses = counted(code, dataName);
  const members = new Map<string, string>();
  const inPlace = (text: string): string => text.replace(dataName, (name) => members.get(name) ?? name);
  const kept = code.replace(/^let (data\d+) = ([^\n]+);\n/gm, (line, name: string, member: string) => {
    if (uses.get(name) !== 2) return line;
    members.set(name, inPlace(member));
    return "";
  });
  return members.size === 0 ? code : inPlace(kept);
}

const dataName = /(?<![.\w$])(data\d+)\b/g;

const counting = /^(?:const|let|var) (_?(?:errs|valid)\d+) = (?:errors|true|false|_errs\d+ === errors);\n/gm;

function counted(code: string, pattern: RegExp): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [, name = ""] of code.matchAll(pattern)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function applied(code: string, list: readonly Rewrite[]): string {
  return list.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), code);
}

/** Applies `rewrite` to the source with its string literals put aside, and puts them back. */
function outsideStrings(source: string, rewrite: (code: string) => string): string {
  const literals: string[] = [];
  const code = source.replace(/"(?:[^"\\]|\\.)*"/g, (literal) => `"\0${literals.push(literal) - 1}"`);
  return rewrite(code).replace(/"\0(\d+)"/g, (_, at: string) => literals[Number(at)] ?? "");
}
