import { closestName } from "../../config/closest-name.js";
import type { TagCandidate } from "./tag-starts.js";
import { foreignMatch, isForeignName, isWholeValue, type ForeignMatch } from "./foreign-match.js";
import { isTagName, readersTags, type TagValue, tagTable } from "./tag-table.js";
import { readTagValue } from "./tag-values.js";

/** Names that a tag may have been meant to be. */
const meantNames = Object.keys(tagTable);

/** The tag of cmgen that a name was meant to be; `undefined` where none is near, and for tags of others. */
export function meantTag(name: string): string | undefined {
  return readersTags.has(name) || isForeignName(name) ? undefined : closestName(name, meantNames);
}

/**
 * Whether a candidate is a tag. At the start of a line `@name` is. In the middle of one it is where it is one of ours, or near
 * enough to be a slip; tags of other tools are words of a sentence there unless they stand apart from it.
 */
export function isTag(candidate: TagCandidate): boolean {
  const { name, before, isJoined, open } = candidate;
  const isFirst = before === "";
  const isPlain = !isJoined && !name.startsWith("+");
  if (isPlain && isFirst) return true;
  // An example may be a sentence or code that mentions tags.
  if (open === "example") return isPlain && isTagName(name) && "value" in readTagValue(tagTable[name], candidate.value);
  if (isPlain && isTagName(name)) return true;
  const match = foreignMatch(candidate);
  if (match !== undefined) return isFirst || standsApart(candidate, match);
  return isPlain && meantTag(name) !== undefined;
}

/** Whether a foreign tag in the middle of a line is more than a word of a sentence. */
function standsApart({ before, open, endsValue }: TagCandidate, match: ForeignMatch): boolean {
  if (!isWholeValue(match)) return false;
  if (/[.!?;)]$/.test(before) && !/\b(?:e\.g|i\.e|etc|cf|vs)\.$/i.test(before)) return true;
  if (open !== undefined && before.includes(`@${open}`) && takesNoSentence(open)) return true;
  const isInProse = open !== undefined && !isTagName(open) && !isForeignName(open);
  return /number/.test(match.foreign.takes) && endsValue && !isInProse;
}

const sentences: readonly TagValue[] = ["json", "value", "pattern", "schema", "text", "words"];

function takesNoSentence(name: string): boolean {
  return isTagName(name) ? !sentences.includes(tagTable[name]) : isForeignName(name);
}
