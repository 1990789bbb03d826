import { quoteEnd, type SqlLexis, type StatementEnds } from "./sql-tokens.js";

/** The tokens of SQLite's scripts. */
export const sqliteLexis: SqlLexis = {
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
export function sqliteStatementEnds(): StatementEnds {
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
