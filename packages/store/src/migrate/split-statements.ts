export type Engine = "sqlite" | "postgresql";

/** One statement of a script. */
export interface SqlStatement {
  /** Its text without the comments before it and the semicolon after it. */
  readonly sql: string;
  /** The line of the script on which it begins, counted from 1. */
  readonly line: number;
  /** Its first words in upper case, each followed by a space. They show which sort of statement it is. */
  readonly opening: string;
}

/** The line of a place in a text, counted from 1. */
export function lineOf(text: string, place: number): number {
  return text.slice(0, place).split("\n").length;
}

/** A script that cannot be split into statements, because what begins on a line does not end. */
export class ScriptError extends Error {
  override readonly name = "ScriptError";
  readonly line: number;

  constructor(what: string, sql: string, start: number) {
    super(`${what} does not end`);
    this.line = lineOf(sql, start);
  }
}

/** How one database's scripts are read. All expressions are sticky. */
interface Grammar {
  /** White space and comments. */
  readonly space: RegExp;
  /** Whether comments can be nested. If so, each must end, and {@link space} does not match them. */
  readonly hasNestedComments: boolean;
  readonly word: RegExp;
  /** The beginning of a quoted text, and all of it. */
  readonly quote: RegExp;
  readonly quoted: RegExp;
  /** Begins a statement: returns whether it ends with a token. `text` is a word in upper case, `quoted`, or a character. */
  readonly begin: () => (text: string, opening: string) => boolean;
}

const DEFINES_TRIGGER = /^(?:EXPLAIN )?CREATE (?:TEMP |TEMPORARY )?TRIGGER /;
const DEFINES_ROUTINE = /^CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE) /;

const sqlite: Grammar = {
  // The end of the script ends a comment.
  space: /\s+|--[^\r\n]*|\/\*[^]*?(?:\*\/|$)/y,
  hasNestedComments: false,
  word: /[A-Za-z0-9_$\u0080-\uffff]+/y,
  quote: /['"`[]/y,
  // A doubled quote needs no special treatment: the text then counts as two, one directly after the other.
  quoted: /'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]/y,
  // The statement of a trigger ends with `; END;`. This is the rule of SQLite's `sqlite3_complete()`.
  begin: () => {
    let [last, previous] = ["", ""];
    return (text, opening) => {
      const isAfterEnd = previous === ";" && last === "END";
      [previous, last] = [last, text];
      return text === ";" && (isAfterEnd || !DEFINES_TRIGGER.test(opening));
    };
  },
};

/** As psql reads scripts. */
const postgresql: Grammar = {
  space: /\s+|--[^\r\n]*/y,
  hasNestedComments: true,
  word: /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*|\d[A-Za-z0-9_.]*/y,
  quote: /[Ee]?'|"|\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/y,
  // In `E'…'` a backslash escapes the next character, also where the text is continued on the next line.
  quoted:
    /[Ee]'(?:[^'\\]|\\[^]|'(?:(?:[^\S\r\n]|--[^\r\n]*)*[\r\n](?:\s|--[^\r\n]*[\r\n])*)?')*'|'[^']*'|"[^"]*"|(\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$)[^]*?\1/y,
  // A semicolon does not end a statement in parentheses, as in `CREATE RULE`, or in a function's body `BEGIN ATOMIC … END`, which may
  // contain `CASE … END`.
  begin: () => {
    let [depth, blocks, previous] = [0, 0, ""];
    return (text, opening) => {
      if (text === "(") depth += 1;
      else if (text === ")") depth -= 1;
      else if (text === "ATOMIC" && previous === "BEGIN" && DEFINES_ROUTINE.test(opening)) blocks += 1;
      else if (blocks > 0 && text === "CASE") blocks += 1;
      else if (blocks > 0 && text === "END") blocks -= 1;
      previous = text;
      return text === ";" && depth <= 0 && blocks === 0;
    };
  },
};

const grammars: Readonly<Record<Engine, Grammar>> = { sqlite, postgresql };

/** The number of words that show the sort of a statement: `CREATE OR REPLACE FUNCTION`. */
const OPENING_WORDS = 4;

/**
 * Splits a script into its statements, as the database's own shell does.
 *
 * @throws {ScriptError} for a quoted text or a comment that does not end.
 */
export function splitStatements(engine: Engine, sql: string): readonly SqlStatement[] {
  const statements: SqlStatement[] = [];
  const grammar = grammars[engine];
  let [isEnd, opening, words] = [grammar.begin(), "", 0];
  let [start, end, line, counted] = [-1, 0, 1, 0];
  const finish = (): void => {
    if (start >= 0) {
      line += lineOf(sql.slice(counted, start), Infinity) - 1;
      counted = start;
      statements.push({ sql: sql.slice(start, end), line, opening });
    }
    [isEnd, opening, words, start] = [grammar.begin(), "", 0, -1];
  };
  for (const token of tokensOf(grammar, sql)) {
    if (words < OPENING_WORDS) opening += `${token.text} `;
    words += 1;
    if (isEnd(token.text, opening)) finish();
    else {
      if (start < 0) start = token.start;
      end = token.end;
    }
  }
  finish();
  return statements;
}

interface SqlToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function* tokensOf(grammar: Grammar, sql: string): Generator<SqlToken, void> {
  for (let start = 0, end = 0; start < sql.length; start = end) {
    const space = endOf(grammar.space, sql, start) ?? nestedEnd(grammar, sql, start);
    if (space !== undefined) {
      end = space;
      continue;
    }
    const quote = endOf(grammar.quote, sql, start);
    const quoted = quote && endOf(grammar.quoted, sql, start);
    if (quote !== undefined && quoted === undefined) {
      const mark = sql.slice(start, quote).replace(/^e/i, "").replace("[", "]");
      throw new ScriptError(`the text quoted with ${mark}`, sql, start);
    }
    end = quoted ?? endOf(grammar.word, sql, start) ?? start + 1;
    yield { text: quoted === undefined ? sql.slice(start, end).toUpperCase() : "quoted", start, end };
  }
}

/** The end of a sticky expression's match at a place; undefined if it does not match there. */
function endOf(expression: RegExp, sql: string, at: number): number | undefined {
  expression.lastIndex = at;
  return expression.test(sql) ? expression.lastIndex : undefined;
}

const COMMENT_EDGE = /\/\*|\*\//g;

/** The end of a comment that may contain others. */
function nestedEnd({ hasNestedComments }: Grammar, sql: string, start: number): number | undefined {
  if (!hasNestedComments || !sql.startsWith("/*", start)) return undefined;
  let depth = 0;
  COMMENT_EDGE.lastIndex = start;
  for (let edge = COMMENT_EDGE.exec(sql); edge !== null; edge = COMMENT_EDGE.exec(sql)) {
    depth += edge[0] === "/*" ? 1 : -1;
    if (depth === 0) return COMMENT_EDGE.lastIndex;
  }
  throw new ScriptError("a comment", sql, start);
}
