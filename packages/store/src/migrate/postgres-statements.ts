import { matchEnd, quoteEnd, UnendedError, type SqlLexis, type StatementEnds } from "./sql-tokens.js";

const DOLLAR_QUOTE = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/y;

/** A quoted text may be continued on the next line. */
const CONTINUATION = /(?:[^\S\r\n]|--[^\r\n]*)*[\r\n](?:\s|--[^\r\n]*[\r\n])*'/y;

/** The tokens of PostgreSQL's scripts, as psql reads them. */
export const postgresLexis: SqlLexis = {
  word: /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*|\d[A-Za-z0-9_.]*/y,
  nestedComments: true,
  quoted: (sql, start, before) => {
    const first = sql[start];
    if (first === "'") return before === "E" ? escapedEnd(sql, start) : quoteEnd(sql, start, first);
    if (first === '"') return quoteEnd(sql, start, first);
    const opened = first === "$" ? matchEnd(DOLLAR_QUOTE, sql, start) : undefined;
    return opened === undefined ? undefined : dollarEnd(sql, start, opened);
  },
};

function dollarEnd(sql: string, start: number, opened: number): number {
  const tag = sql.slice(start, opened);
  const end = sql.indexOf(tag, opened);
  if (end < 0) throw new UnendedError(`the text quoted with ${tag}`, start);
  return end + tag.length;
}

/** In `E'…'` a backslash escapes the next character. */
function escapedEnd(sql: string, start: number): number {
  for (let at = start + 1; at < sql.length; at += 1) {
    if (sql[at] === "\\") at += 1;
    else if (sql[at] === "'") {
      const next = sql[at + 1] === "'" ? at + 2 : matchEnd(CONTINUATION, sql, at + 1);
      if (next === undefined) return at + 1;
      at = next - 1;
    }
  }
  throw new UnendedError("the text quoted with '", start);
}

const DEFINES_ROUTINE = /^CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE) /;

/**
 * A semicolon ends a statement unless it is in parentheses, as in `CREATE RULE`, or in the body of a function that consists of statements:
 * `BEGIN ATOMIC … END`, which may contain `CASE … END`.
 */
export function postgresStatementEnds(): StatementEnds {
  let depth = 0;
  let blocks = 0;
  let previous = "";
  return {
    reset: () => {
      depth = 0;
      blocks = 0;
      previous = "";
    },
    isEnd: ({ text }, opening) => {
      if (text === "(") depth += 1;
      else if (text === ")") depth -= 1;
      else if (text === "ATOMIC" && previous === "BEGIN" && DEFINES_ROUTINE.test(opening)) blocks += 1;
      else if (blocks > 0 && text === "CASE") blocks += 1;
      else if (blocks > 0 && text === "END") blocks -= 1;
      previous = text;
      return text === ";" && depth <= 0 && blocks === 0;
    },
  };
}
