import { parseJsonText } from "@cmgen/model/internal";
import { assertPlainData } from "./assert-plain-data.js";
import { DocumentError, TooManyValuesError } from "./document-error.js";
import { JSON_MAX_DEPTH } from "./json-measure.js";

/**
 * Parses JSON (RFC 8259), and refuses what is valid JSON but cannot be stored: duplicate members, of which one would be lost; numbers beyond a
 * double; half surrogate pairs; nesting beyond the limit. `__proto__` is a member like any other.
 *
 * @param most values and names of members, all together.
 * @throws {DocumentError}
 * @throws {TooManyValuesError} before it is parsed.
 */
export function parseJson(text: string, most = Infinity): unknown {
  const isPlain = scanJson(text, most);
  let value: unknown;
  try {
    value = parseJsonText(text);
  } catch (error) {
    throw new DocumentError(`It is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
  if (!isPlain) assertPlainData(value, Number.POSITIVE_INFINITY);
  return value;
}

/**
 * Refuses JSON nested beyond the limit, and JSON with duplicate members, of which `JSON.parse` keeps only the last. Reads the text once, without
 * recursion, before it is parsed. For invalid JSON the result does not matter, since the parser refuses that.
 *
 * Returns whether it has nothing that only its values show: an escape may be half a surrogate pair, and a number with an exponent, or of
 * hundreds of digits, too large. Most texts have neither, and to look at each value takes longer than to parse it.
 *
 * @throws {DocumentError} with the member and its position.
 * @throws {TooManyValuesError}
 */
function scanJson(text: string, most: number): boolean {
  const scan = new Scan(text, most);
  let hasExponent = false;
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
      case SMALL_E:
      case LARGE_E:
        hasExponent ||= isDigit(text.charCodeAt(at - 1));
        break;
    }
  }
  return !hasExponent && text.isWellFormed() && !text.includes("\\u") && !LONG_NUMBER.test(text);
}

/** A number of fewer digits is not too large. */
const LONG_NUMBER = /\d{300}/;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const SMALL_E = 0x65;
const LARGE_E = 0x45;

/** Members of an open object so far; undefined for an open list. */
type Level = Set<string> | undefined;

class Scan {
  readonly #text: string;
  readonly #levels: Level[] = [];
  #members: Level;
  /** Whether the next string is a member's name. */
  #atName = false;
  /** Values and names that there may still be. */
  #left: number;

  constructor(text: string, most: number) {
    this.#text = text;
    this.#left = most;
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

  /** Begins a value, and if it is a member's, its name. */
  next(): void {
    this.#atName = this.#members !== undefined;
    this.#left -= this.#atName ? 2 : 1;
    if (this.#left < 0) throw new TooManyValuesError();
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
