import { matchEnd, quoteEnd, ScriptError, type SqlLexis, type StatementEnds } from "./sql-tokens.js";

export type Engine = "sqlite" | "postgresql";

/** The tokens of SQLite's scripts. */
const sqliteLexis: SqlLexis = {
  word: /[A-Za-z0-9_$\u0080-\uffff]+/y,
  nestedComments: false,
  quoted: (sql, start) => {
    const first = sql[start];
    if (first === "'" || first === '"' || first === "`") return quoteEnd(sql, start, first);
    return first === "[" ? quoteEnd(sql, start, "]") : undefined;
  },
};

const DEFINES_TRIGGER = /^(?:EXPLAIN )?CREATE (?:TEMP |TEMPORARY )?TRIGGER /;

/** A semicolon ends a statement; the statement of a trigger ends with `; END;`. This is the rule of SQLite's `sqlite3_complete()`. */
function sqliteStatementEnds(): StatementEnds {
  let [last, previous] = ["", ""];
  return {
    reset: () => {
      [last, previous] = ["", ""];
    },
    isEnd: ({ text }, opening) => {
      const isAfterEnd = previous === ";" && last === "END";
      [previous, last] = [last, text];
      return text === ";" && (isAfterEnd || !DEFINES_TRIGGER.test(opening));
    },
  };
}

const DOLLAR_QUOTE = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/y;

/** A quoted text may be continued on the next line. */
const CONTINUATION = /(?:[^\S\r\n]|--[^\r\n]*)*[\r\n](?:\s|--[^\r\n]*[\r\n])*'/y;

/** The tokens of PostgreSQL's scripts, as psql reads them. */
const postgresLexis: SqlLexis = {
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
  if (end < 0) throw new ScriptError(`the text quoted with ${tag}`, sql, start);
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
  throw new ScriptError("the text quoted with '", sql, start);
}

const DEFINES_ROUTINE = /^CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE) /;

/**
 * A semicolon ends a statement unless it is in parentheses, as in `CREATE RULE`, or in the body of a function that consists of statements:
 * `BEGIN ATOMIC … END`, which may contain `CASE … END`.
 */
function postgresStatementEnds(): StatementEnds {
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

/** How one database's scripts are split into statements. */
interface Grammar {
  readonly lexis: SqlLexis;
  readonly ends: () => StatementEnds;
}

export const grammars: Readonly<Record<Engine, Grammar>> = {
  sqlite: { lexis: sqliteLexis, ends: sqliteStatementEnds },
  postgresql: { lexis: postgresLexis, ends: postgresStatementEnds },
};
