import { SelectorSyntaxError } from "./selector-syntax-error.js";

/** Characters that end a key: blanks, and whatever means something between keys and values. */
const KEY_END = new Set(' \t\r\n,()=!<>^"');
const BLANK = new Set(" \t\r\n");
const ESCAPED = new Set('"\\/bfnrt');

/**
 * Reads a selector's tokens from left to right. Each character is looked at a bounded number of times, so reading is linear in the
 * text's length whatever it holds.
 */
export class Scanner {
  readonly text: string;
  /** Index of the next character. */
  at = 0;
  /** Whether alternatives are being read: there a `|` ends a key and a plain value. Elsewhere it is a character like others. */
  inGroup = false;

  constructor(text: string) {
    this.text = text;
  }

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  skipBlanks(): void {
    while (!this.atEnd && BLANK.has(this.text.charAt(this.at))) this.at++;
  }

  /** Takes `symbol` if it stands here. */
  take(symbol: string): boolean {
    if (!this.text.startsWith(symbol, this.at)) return false;
    this.at += symbol.length;
    return true;
  }

  /** Takes a key or a word: all up to a blank or a character of the grammar. Empty where one stands here. */
  takeWord(): string {
    const start = this.at;
    while (!this.atEnd && !KEY_END.has(this.peek()) && !this.atBar) this.at++;
    return this.text.slice(start, this.at);
  }

  /** Takes a plain value: all up to the next `,` or `)`, blanks at its end left off. A quote inside is refused: it could mean two things. */
  takePlain(): string {
    const start = this.at;
    let end = start;
    for (; !this.atEnd; this.at++) {
      const character = this.text.charAt(this.at);
      if (character === "," || character === ")" || this.atBar) break;
      if (character === '"') this.fail('a value with a quote in it must be written as a JSON string, "…"');
      if (!BLANK.has(character)) end = this.at + 1;
    }
    return this.text.slice(start, end);
  }

  /** Takes a JSON string, whose opening quote stands here. */
  takeQuoted(): string {
    const start = this.at++;
    while (this.peek() !== '"') this.skipInQuotes(start);
    this.at++;
    return JSON.parse(this.text.slice(start, this.at)) as string;
  }

  /** The next character, for people: `"x"`, or the end. */
  describe(): string {
    const [character] = this.text.slice(this.at, this.at + 2);
    return character === undefined ? "the end" : `"${character}"`;
  }

  peek(): string {
    return this.text.charAt(this.at);
  }

  /** @throws {SelectorSyntaxError} at `at`, from 0; by default where reading stands. */
  fail(message: string, at = this.at): never {
    throw new SelectorSyntaxError(message, this.text, at + 1);
  }

  /** Whether the next character begins another alternative. */
  private get atBar(): boolean {
    return this.inGroup && this.peek() === "|";
  }

  private skipInQuotes(start: number): void {
    if (this.atEnd) this.fail("this quote is never closed", start);
    const character = this.peek();
    if (character < " ") this.fail("a control character in quotes must be escaped");
    if (character !== "\\") this.at++;
    else if (ESCAPED.has(this.text.charAt(this.at + 1))) this.at += 2;
    else if (/^\\u[0-9a-fA-F]{4}/.test(this.text.slice(this.at, this.at + 6))) this.at += 6;
    else this.fail("this is no escape of a JSON string");
  }
}
