/** A part of a script: a word, a quoted text or a character. Comments and white space are left out. */
export interface SqlToken {
  /** A word in upper case, `quoted` for a quoted text, else the character. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The rules by which one database's scripts are split into tokens. */
export interface SqlLexis {
  readonly word: RegExp;
  /** Whether comments can be nested. If so, each must end. If not, the first end ends a comment, as does the end of the script. */
  readonly nestedComments: boolean;
  /** The end of a quoted text that begins at `start`, directly after the word `before`; undefined if none begins there. */
  quoted(sql: string, start: number, before: string): number | undefined;
}

/** Decides, token by token, where a statement ends. */
export interface StatementEnds {
  /** Called when another statement begins. */
  reset(): void;
  /** Whether the statement with these first words ends with this token. */
  isEnd(token: SqlToken, opening: string): boolean;
}

/** A script that cannot be split into statements, because what begins on a line does not end. */
export class ScriptError extends Error {
  override readonly name = "ScriptError";
  readonly line: number;

  constructor(what: string, sql: string, start: number) {
    super(`${what} does not end`);
    this.line = sql.slice(0, start).split("\n").length;
  }
}

const SPACE = /\s+|--[^\r\n]*/y;

/**
 * Reads a script's tokens.
 *
 * @throws {ScriptError} for a quoted text or a comment that does not end.
 */
export function* sqlTokens(sql: string, lexis: SqlLexis): Generator<SqlToken, void> {
  let at = 0;
  /** The word directly before the next token, which may belong to its quote. */
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

/** The end of a sticky expression's match at a place; undefined if it does not match there. */
export function matchEnd(expression: RegExp, sql: string, at: number): number | undefined {
  expression.lastIndex = at;
  return expression.test(sql) ? expression.lastIndex : undefined;
}

/**
 * The end of a quoted text that begins at `start`. A doubled quote, which is one character of the text, needs no special treatment: the text
 * then counts as two, one directly after the other.
 */
export function quoteEnd(sql: string, start: number, quote: string): number {
  const end = sql.indexOf(quote, start + 1);
  if (end < 0) throw new ScriptError(`the text quoted with ${quote}`, sql, start);
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
  throw new ScriptError("a comment", sql, start);
}
