import { DocumentError } from "./document-error.js";
import { JSON_MAX_DEPTH } from "./json-measure.js";

/**
 * Refuses JSON nested beyond the limit, and JSON with duplicate members, of which `JSON.parse` keeps only the last. Reads the text once, without
 * recursion, before it is parsed. For invalid JSON the result does not matter, since the parser refuses that.
 *
 * @throws {DocumentError} with the member and its position.
 */
export function scanJson(text: string): void {
  const scan = new Scan(text);
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = scan.string(at);
        break;
      case OPEN_OBJECT:
        scan.open(new Set());
        break;
      case OPEN_LIST:
        scan.open(undefined);
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        scan.close();
        break;
      case COMMA:
        scan.next();
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

/** Members of an open object so far; undefined for an open list. */
type Level = Set<string> | undefined;

class Scan {
  readonly #text: string;
  readonly #levels: Level[] = [];
  #members: Level;
  /** Whether the next string is a member's name. */
  #atName = false;

  constructor(text: string) {
    this.#text = text;
  }

  open(members: Level): void {
    this.#levels.push(members);
    if (this.#levels.length > JSON_MAX_DEPTH)
      throw new DocumentError(`It is nested more than ${JSON_MAX_DEPTH} levels deep.`);
    this.#members = members;
    this.next();
  }

  close(): void {
    this.#levels.pop();
    this.#members = this.#levels.at(-1);
    this.#atName = false;
  }

  next(): void {
    this.#atName = this.#members !== undefined;
  }

  /** Reads the string that starts at `start`, and returns where it ends. */
  string(start: number): number {
    const end = endOfString(this.#text, start);
    if (this.#atName) this.#addName(start, end);
    this.#atName = false;
    return end;
  }

  #addName(start: number, end: number): void {
    const name = unescape(this.#text.slice(start + 1, end));
    if (this.#members?.has(name)) {
      throw new DocumentError(`The member ${JSON.stringify(name)} is given twice, again at position ${start}.`);
    }
    this.#members?.add(name);
  }
}

/** Position of the quote that ends the string starting at `start`: the first one without an odd number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

function unescape(raw: string): string {
  if (!raw.includes("\\")) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return raw; // Not a JSON string, which the parser will report.
  }
}
