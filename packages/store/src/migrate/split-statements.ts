import { grammars, type Engine } from "./sql-grammars.js";
import { sqlTokens, type SqlToken, type StatementEnds } from "./sql-tokens.js";

/** One statement of a script. */
export interface SqlStatement {
  /** Its text without the comments before it and the semicolon after it. */
  readonly sql: string;
  /** The line of the script on which it begins, counted from 1. */
  readonly line: number;
  /** Its first words in upper case, each followed by a space. They show which sort of statement it is. */
  readonly opening: string;
}

/** The number of words that show the sort of a statement: `CREATE OR REPLACE FUNCTION`. */
const OPENING_WORDS = 4;

/**
 * Splits a script into its statements, as the database's own shell does.
 *
 * @throws {ScriptError} for a quoted text or a comment that does not end.
 */
export function splitStatements(engine: Engine, sql: string): readonly SqlStatement[] {
  const { lexis, ends } = grammars[engine];
  return [...statementsOf(sqlTokens(sql, lexis), ends(), { sql, lineAt: lineCounter(sql) })];
}

interface Script {
  readonly sql: string;
  lineAt(place: number): number;
}

function* statementsOf(tokens: Iterable<SqlToken>, ends: StatementEnds, script: Script): Generator<SqlStatement, void> {
  let first: SqlToken | undefined;
  let last: SqlToken | undefined;
  let words: string[] = [];
  const statement = (begin: SqlToken, end: SqlToken): SqlStatement => ({
    sql: script.sql.slice(begin.start, end.end),
    line: script.lineAt(begin.start),
    opening: openingOf(words),
  });
  for (const token of tokens) {
    if (words.length < OPENING_WORDS) words.push(token.text);
    if (ends.isEnd(token, openingOf(words))) {
      if (first !== undefined && last !== undefined) yield statement(first, last);
      [first, last, words] = [undefined, undefined, []];
      ends.reset();
      continue;
    }
    first ??= token;
    last = token;
  }
  if (first !== undefined && last !== undefined) yield statement(first, last);
}

function openingOf(words: readonly string[]): string {
  return words.map((word) => `${word} `).join("");
}

/** Counts lines up to a place. Each call must be for a later place, so that every line is counted once. */
function lineCounter(sql: string): (place: number) => number {
  let [line, counted] = [1, 0];
  return (place) => {
    for (let at = sql.indexOf("\n", counted); at >= 0 && at < place; at = sql.indexOf("\n", at + 1)) {
      line += 1;
      counted = at + 1;
    }
    return line;
  };
}
