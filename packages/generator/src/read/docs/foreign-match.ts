import { shortText } from "../../diagnostic/short-text.js";
import type { DocTag } from "./doc-comment.js";
import { type ForeignTag, foreignTags, type ForeignValue, kubernetesMarkers } from "./foreign-tags.js";
import { type TagName, tagNames, tagTable } from "./tag-table.js";

/** What a tag is attached to, as far as its replacement depends on it. */
export type TagSubject = "text" | "list" | "other";

/** A tag of another tool, recognised. */
export interface ForeignMatch {
  readonly foreign: ForeignTag;
  /** What it was given, without the parentheses or quotes of its own syntax. */
  readonly value: string;
}

type Named = Pick<DocTag, "name" | "value" | "isJoined">;

/** The entry of the table that a tag is; `undefined` for other tags, and for prose that starts with the same word. */
export function foreignMatch(tag: Named): ForeignMatch | undefined {
  const foreign = foreignTagNamed(tag);
  if (foreign === undefined) return undefined;
  const value = bare(tag);
  return forms[foreign.takes].test(value) ? { foreign, value } : undefined;
}

/** Whether the table has a tag of that name, whatever follows it. */
export function isForeignName(name: string): boolean {
  return Object.hasOwn(foreignTags, keyOf(name));
}

/** What to write in place of a foreign tag, as the end of the sentence "Write …". */
export function replacementOf({ name }: Named, { foreign, value }: ForeignMatch, subject: TagSubject): string {
  const { instead, onText = instead, onList = instead } = foreign;
  const template = { text: onText, list: onList, other: instead }[subject];
  const numbers = value.match(/(?<!\d)[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g) ?? [];
  const whole = /number/.test(foreign.takes) ? numbers[0] : shortText(value);
  const values: Readonly<Record<string, string | undefined>> = {
    name,
    value: whole === "" ? undefined : whole,
    low: numbers[0],
    high: numbers.at(-1),
  };
  return template.replaceAll(/\{(name|value|low|high)\}/g, (_, key: string) => values[key] ?? "…");
}

/** What the values of foreign tags look like. */
const forms: Readonly<Record<ForeignValue, RegExp>> = {
  none: /^(?:true|false|)$/,
  number: /^(?:[-+]?\.?\d|$)/,
  numbers: /^(?:[[{]?\s*[-+]?\.?\d|$)/,
  text: /./,
  word: /^\S*$/,
  json: /^(?:[[{"\d]|(?:true|false)$)/,
  unbraced: /^[^{]/,
  any: /^/,
};

function foreignTagNamed(tag: Named): ForeignTag | undefined {
  const { name, value, isJoined } = tag;
  if (name.startsWith("+")) {
    if (value !== "" && !isJoined) return undefined;
    const path = name.slice(1).replace(/^(?:kubebuilder:validation|kubebuilder|k8s):/, "");
    if (Object.hasOwn(kubernetesMarkers, path)) return kubernetesMarkers[path];
    return path === name.slice(1) ? undefined : (ownTag(path, value) ?? tableEntry(path));
  }
  const isOwnInAnotherForm = isJoined || /^tjs-/i.test(name);
  return (isOwnInAnotherForm ? ownTag(name, value) : undefined) ?? tableEntry(name);
}

function tableEntry(name: string): ForeignTag | undefined {
  return Object.hasOwn(foreignTags, keyOf(name)) ? foreignTags[keyOf(name)] : undefined;
}

/** What other tools compute for each object: `@default(now())`. */
const COMPUTED =
  "`@filled`, and let the `prepare` hook of `defineHooks` set the value: `@default` takes a constant, the same for each object";

function isCall(value: string): boolean {
  return /^\(?\s*[A-Za-z]\w*\(.*\)\s*\)?$/.test(value);
}

/** Tags for readers: what they say is text, which may start with a colon. */
const proseTags: readonly TagName[] = ["deprecated", "example", "title"];

/** One of cmgen's tags, written as another tool would: `@TJS-format email`, `@MaxLength(5)`, `+kubebuilder:validation:Maximum=5`. */
function ownTag(name: string, value: string): ForeignTag | undefined {
  const meant = tagNames.find((own) => own.toLowerCase() === keyOf(name));
  if (meant === undefined || proseTags.includes(meant)) return undefined;
  if (tagTable[meant] === "flag") return { takes: "any", instead: `\`@${meant}\`` };
  if (meant === "default" && isCall(value)) return { takes: "any", instead: COMPUTED };
  return { takes: "text", instead: `\`@${meant} {value}\`` };
}

/** A name as the table has it. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/^tjs-/, "").replaceAll(/[-_]/g, "");
}

function bare({ value, isJoined }: Named): string {
  const given = isJoined
    ? value
        .replace(/^[:=]+/, "")
        .trim()
        .replace(/^\((.*)\)$/s, "$1")
        .trim()
    : value;
  return given.replace(/^(["'`])(.*)\1$/s, "$2").replace(/^\/(.+)\/[a-z]*$/s, "$1");
}
