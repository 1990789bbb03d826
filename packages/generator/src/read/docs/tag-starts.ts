import { closestName } from "@cmgen/model/closest-name";
import { foreignMatch, isForeignName } from "./foreign-match.js";
import { isTagName, readersTags, type TagName, tagNames, tagTable } from "./tag-table.js";
import { isJson, readTagValue } from "./tag-values.js";

/** What looks like a tag, in a line. */
export interface TagStart {
  /** Without the `@`; a marker's has its `+`. */
  readonly name: string;
  /** The rest of the line, up to the next one. */
  readonly value: string;
  /** Whether the value follows the name without a blank, as in `@Min(3)`. */
  readonly isJoined: boolean;
  /** Offset in the line of `@` or `+`. */
  readonly column: number;
  /** Offset in the line of what follows the name. */
  readonly end: number;
  /** Offset in the line of the next one, or the line's length. */
  readonly valueEnd: number;
  /** Something is joined to it, as in `(@minimum 3)`: then it has no value. */
  readonly isEmbedded?: true;
}

/** The tags of a line, left to right. */
export interface LineTags {
  readonly starts: readonly TagStart[];
  /** Tags of ours in the middle of a sentence. Nobody can tell whether they are meant or only mentioned. */
  readonly strays: readonly TagStart[];
}

/** A line of a comment without its leading asterisk, and where its first character stands in the file. */
export interface CommentLine {
  readonly text: string;
  readonly offset: number;
}

/** A line, and the tags in it. */
export type TaggedLine = CommentLine & LineTags;

/** A tag of a line before, whose value goes on. */
export interface OpenTag {
  readonly name: string;
  readonly value: string;
}

/**
 * `@name`, which is no address and no name of a package, or a marker such as `+optional` or `+kubebuilder:validation:Maximum=3` at the start
 * of a line.
 */
const namePattern =
  /(?<![\w.+/@-])@([A-Za-z][\w-]*)(?![\w-]|\.\w|\/)|(?<=^\s*)(\+[A-Za-z0-9]+(?::[A-Za-z0-9]+)*)(?=[\s:=]|$)/g;

/**
 * Tags of a line: they stand at its start, or right behind the value of another tag. What stands in backticks or in `{@link …}` is text.
 */
export function tagsOfLine(line: string, open?: OpenTag): LineTags {
  const starts: TagStart[] = [];
  const strays: TagStart[] = [];
  for (const candidate of candidatesIn(line)) {
    const last = starts.at(-1);
    const between = line.slice(last?.end ?? 0, candidate.column).trim();
    const isFirst = last === undefined && between === "";
    const mayStart = candidate.isEmbedded !== true && (isFirst || (last !== undefined && endsWith(last, between)));
    // An example may be code with decorators.
    const isRead =
      isFirst && open?.name === "example" ? isPlain(candidate) : isTag(candidate) || (isFirst && isPlain(candidate));
    if (mayStart && isRead) starts.push(candidate);
    else if (!isFirst && !goesOn(last === undefined ? open : { ...last, value: between })) {
      if (isOurs(candidate) && candidate.isEmbedded !== true) strays.push(candidate);
      else if (isTagName(candidate.name))
        strays.push({ ...candidate, value: "", valueEnd: candidate.end, isEmbedded: true });
    }
  }
  return { starts: starts.map((start, at) => ({ ...start, ...valueOf(line, start, starts[at + 1]) })), strays };
}

function candidatesIn(line: string): readonly TagStart[] {
  const text = withoutCode(line);
  const candidates = [...text.matchAll(namePattern)].map((match) => {
    const end = match.index + match[0].length;
    const [before, behind] = [text.charAt(match.index - 1), text.charAt(end)];
    const isEmbedded = /\S/.test(before) || !/^(?:[\s(:=]|$)/.test(behind);
    const start = { name: match[1] ?? match[2] ?? "", isJoined: /[(:=]/.test(behind), column: match.index, end };
    return isEmbedded ? { ...start, isEmbedded } : start;
  });
  return candidates.map((start, at) => {
    const next = candidates.slice(at + 1).find((other) => !("isEmbedded" in other));
    return { ...start, ...valueOf(line, start, next) };
  });
}

function valueOf(
  line: string,
  { end }: Pick<TagStart, "end">,
  next: Pick<TagStart, "column"> | undefined,
): Pick<TagStart, "value" | "valueEnd"> {
  const valueEnd = next?.column ?? line.length;
  return { value: line.slice(end, valueEnd).trim(), valueEnd };
}

/** Whether it is a tag of ours, a slip, or one of another tool. */
function isTag(candidate: TagStart): boolean {
  return isOurs(candidate) || foreignMatch(candidate) !== undefined;
}

function isOurs(candidate: TagStart): boolean {
  return isPlain(candidate) && (isTagName(candidate.name) || meantTag(candidate.name) !== undefined);
}

/** Whether it is written as our tags are. */
function isPlain({ name, isJoined }: TagStart): boolean {
  return !isJoined && !name.startsWith("+");
}

/** The tag of cmgen that a name was meant to be; `undefined` where none is near, and for tags of others. */
export function meantTag(name: string): TagName | undefined {
  const meant = readersTags.has(name) || isForeignName(name) ? undefined : closestName(name, tagNames);
  return tagNames.find((own) => own === meant);
}

/** Whether a text is all that a tag takes. Sentences, of tags for readers as well, may go on. */
function endsWith(tag: TagStart, text: string): boolean {
  if (text === "") return true;
  const own = isTagName(tag.name) ? tag.name : meantTag(tag.name);
  if (own !== undefined && !tag.isJoined) return isOneValue(own, text);
  return foreignMatch({ ...tag, value: text }) !== undefined;
}

/** Whether a text is a value of a tag and no sentence. */
export function isOneValue(name: TagName, text: string): boolean {
  const takes = tagTable[name];
  if (takes === "text" || takes === "words" || takes === "value") return isJson(text);
  if (takes === "json" || takes === "schema") return isJson(text) || !/^[[{"]|\s/.test(text);
  return true;
}

/** Whether a tag's value is JSON that is not at its end: then nothing in it is a tag. */
function goesOn(tag: OpenTag | undefined): boolean {
  if (tag === undefined || !isTagName(tag.name)) return false;
  return ["json", "value", "schema"].includes(tagTable[tag.name]) && /^[[{"]/.test(tag.value) && !isJson(tag.value);
}

/** Whether the text behind a tag of ours is what it takes. */
export function isMeant({ name, value, isEmbedded }: TagStart): boolean {
  if (isEmbedded === true) return false;
  if (!isTagName(name)) return true;
  const takes = tagTable[name];
  if (takes === "text" || takes === "words") return true;
  return isOneValue(name, value) && "value" in readTagValue(takes, value);
}

/** The line with code spans blanked out, so that columns stay. */
function withoutCode(line: string): string {
  return line.replaceAll(/(`+)(?:(?!\1).)+?\1/g, (code) => " ".repeat(code.length).replace(/^ /, "."));
}
