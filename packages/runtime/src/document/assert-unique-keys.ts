import { DocumentError } from "./document-error.js";

/**
 * Refuses JSON that names a member of an object twice: `JSON.parse` keeps the last of them and loses the rest. Reads the text once,
 * without recursion.
 *
 * @param text valid JSON.
 * @throws {DocumentError} with the member and where it stands.
 */
export function assertUniqueKeys(text: string): void {
  /** For each open object its members so far, for each open list nothing. */
  const open: (Set<string> | undefined)[] = [];
  let members: Set<string> | undefined;
  let atKey = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        if (atKey && members !== undefined) addKey(members, text, [at, end]);
        atKey = false;
        at = end;
        break;
      }
      case OPEN_OBJECT:
      case OPEN_LIST:
        members = text.charCodeAt(at) === OPEN_OBJECT ? new Set() : undefined;
        open.push(members);
        atKey = members !== undefined;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop();
        members = open.at(-1);
        atKey = false;
        break;
      case COMMA:
        atKey = members !== undefined;
        break;
    }
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Place of the quote that ends the string starting at `start`: the first that no odd run of backslashes escapes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
}

function addKey(members: Set<string>, text: string, [start, end]: readonly [number, number]): void {
  const raw = text.slice(start + 1, end);
  const key = raw.includes("\\") ? (JSON.parse(`"${raw}"`) as string) : raw;
  if (members.has(key))
    throw new DocumentError(`The member ${JSON.stringify(key)} is given twice, again at position ${start}.`);
  members.add(key);
}
