/** A piece of a script that matters to where statements end. Comments and white space are none; what is quoted is one, whatever it holds. */
export interface SqlToken {
  /** A word without quotes, in upper case; else the character itself, or `quoted`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** How one database's scripts are read. */
export interface SqlLexis {
  readonly word: RegExp;
  /** Where comments may hold comments, each must end. Elsewhere the first end ends them, as does the script's. */
  readonly nestedComments: boolean;
  /** The end of what is quoted at `start`, after the word right before it; undefined where nothing is. */
  quoted(sql: string, start: number, before: string): number | undefined;
}

/** What is quoted, or a comment, begins at `start` and never ends. */
export class UnendedError extends Error {
  override readonly name = "UnendedError";
  readonly start: number;

  constructor(what: string, start: number) {
    super(`${what} that begins here never ends`);
    this.start = start;
  }
}

const SPACE = /\s+|--[^\r\n]*/y;

/**
 * Reads a script's tokens.
 *
 * @throws {UnendedError} for what is quoted, or a comment, without an end.
 */
export function* sqlTokens(sql: string, lexis: SqlLexis): Generator<SqlToken, void> {
  let at = 0;
  /** The word that ends where the next token begins: it may say how that is quoted. */
  let before = "";
  while (at < sql.length) {
    const space = matchEnd(SPACE, sql, at) ?? commentEnd(sql, at, lexis);
    if (space !== undefined) {
      at = space;
      before = "";
      continue;
    }
    const quoted = lexis.quoted(sql, at, before);
    const word = quoted === undefined ? matchEnd(lexis.word, sql, at) : undefined;
    const end = quoted ?? word ?? at + 1;
    const text = quoted === undefined ? sql.slice(at, end).toUpperCase() : "quoted";
    yield { text, start: at, end };
    before = word === undefined ? "" : text;
    at = end;
  }
}

/** Where a match of a sticky expression at a place ends. */
export function matchEnd(expression: RegExp, sql: string, at: number): number | undefined {
  expression.lastIndex = at;
  return expression.test(sql) ? expression.lastIndex : undefined;
}

/**
 * Where what is quoted from `start` on ends. Where the quote stands twice it is one character of what is quoted, which makes no difference
 * to where it ends: the second begins what goes on.
 */
export function quoteEnd(sql: string, start: number, quote: string): number {
  const end = sql.indexOf(quote, start + 1);
  if (end < 0) throw new UnendedError(`what is quoted with ${quote}`, start);
  return end + quote.length;
}

const COMMENT_EDGE = /\/\*|\*\//g;

function commentEnd(sql: string, start: number, { nestedComments }: SqlLexis): number | undefined {
  if (!sql.startsWith("/*", start)) return undefined;
  if (!nestedComments) {
    const end = sql.indexOf("*/", start + 2);
    return end < 0 ? sql.length : end + 2;
  }
  let depth = 0;
  COMMENT_EDGE.lastIndex = start;
  for (let edge = COMMENT_EDGE.exec(sql); edge !== null; edge = COMMENT_EDGE.exec(sql)) {
    depth += edge[0] === "/*" ? 1 : -1;
    if (depth === 0) return COMMENT_EDGE.lastIndex;
  }
  throw new UnendedError("a comment", start);
}
