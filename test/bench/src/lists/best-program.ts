import { median } from "../measure/quantile.js";
import { countStatements } from "./count-statements.js";
import { filterStatement, intersectStatement, PLANNED, walkStatements } from "./page-statements.js";
import { offsetOf, type Statement, type WrittenList } from "./statement.js";
import type { PreparedStatement, RawLists, RawRow } from "./raw-lists.js";

export interface WrittenAnswer {
  /** Bytes of the objects, or text where the driver reads that. */
  readonly items: readonly (Uint8Array | string)[];
  readonly total?: number;
}

/** A hand-written program that answers one list. */
export interface Program {
  /** In words: how it finds the page, and how it counts. */
  readonly plan: string;
  readonly parts: Parts;
  run(): WrittenAnswer | Promise<WrittenAnswer>;
  drop(): Promise<void>;
}

/** The fastest of the programs that a person would write. Each is tried. */
export async function bestProgram(raw: RawLists, written: WrittenList): Promise<Program> {
  const { sql, list, size } = written;
  const pages = [...walkStatements(written), filterStatement(written), intersectStatement(written)];
  if (!list.total) return fastest(sensible(pages).map((page) => program(raw, { page })));
  const counts = sensible(countStatements(sql, list.terms, size));
  const count = await fastestStatement(raw, counts);
  // A page after the last object needs no rows.
  if (offsetOf(written) >= written.matching) return program(raw, { count });
  const page = await fastestStatement(raw, sensible(pages));
  const counted = sensible([...pages, filterStatement(written, true), intersectStatement(written, true)]).filter(
    ({ plan }) => plan.endsWith("counted"),
  );
  return fastest([program(raw, { page, count }), ...counted.map((both) => program(raw, { both }))]);
}

/** A program's statements: apart, or one that counts as well. */
export interface Parts {
  readonly page?: Statement;
  readonly count?: Statement;
  readonly both?: Statement;
}

/** A program, whose statements its connections prepare when it is first run. */
export function program(raw: RawLists, parts: Parts): Program {
  const { page, count, both } = parts;
  const statements = [page, count, both].filter((statement) => statement !== undefined);
  const prepared = new Map<Statement, PreparedStatement>();
  const run = (statement: Statement | undefined): ReturnType<PreparedStatement["run"]> => {
    if (statement === undefined) return [];
    const known = prepared.get(statement) ?? raw.prepare(statement);
    prepared.set(statement, known);
    return known.run();
  };
  const answer = (items: readonly RawRow[], [total]: readonly RawRow[]): WrittenAnswer => ({
    items: items.map(([data]) => data as Uint8Array | string),
    ...(total !== undefined && { total: Number(total.at(-1)) }),
  });
  return {
    plan: statements.map(({ plan }) => plan).join("; "),
    parts,
    run: () => {
      const items = run(page ?? both);
      const total = both === undefined ? run(count) : items;
      if (Array.isArray(items) && Array.isArray(total)) return answer(items, total);
      return Promise.all([items, total]).then(([rows, counted]) => answer(rows, counted));
    },
    drop: async () => {
      for (const statement of prepared.values()) await statement.drop();
    },
  };
}

/** A plan is tried although it reads this many times as many rows: rows of one plan cost more than those of another. */
const DOUBT = 30;
/** A plan that reads fewer rows than this is always tried. */
const FEW_ROWS = 20_000;

/** Leaves out statements that read far more rows than another one. */
function sensible(statements: readonly Statement[]): readonly Statement[] {
  const texts = new Map(statements.map((statement) => [`${statement.walks} ${statement.text}`, statement]));
  // The planner's choice is always tried and has no estimate.
  const least = Math.max(1, Math.min(...statements.filter(({ plan }) => plan !== PLANNED).map(({ rows }) => rows)));
  return [...texts.values()].filter(({ rows }) => rows <= Math.max(least * DOUBT, FEW_ROWS));
}

async function fastestStatement(raw: RawLists, statements: readonly Statement[]): Promise<Statement> {
  const best = await fastest(statements.map((page) => program(raw, { page })));
  await best.drop();
  const statement = best.parts.page;
  if (statement === undefined) throw new Error("There is no statement for a list");
  return statement;
}

async function fastest(programs: readonly Program[]): Promise<Program> {
  let [best] = programs;
  let least = Infinity;
  for (const each of programs) {
    const took = programs.length === 1 ? 0 : await trial(each, least);
    if (took < least) {
      if (best !== each) await best?.drop();
      [best, least] = [each, took];
    } else await each.drop();
  }
  if (best === undefined) throw new Error("There is no program for a list");
  return best;
}

const TRIALS = 5;

/** Milliseconds that a program takes once it is prepared; fewer runs of one that is far from the best. */
async function trial({ run }: Program, least: number): Promise<number> {
  const took: number[] = [];
  for (let count = 0; count <= TRIALS; count += 1) {
    const start = performance.now();
    await run();
    const last = performance.now() - start;
    // The first run prepares the statement.
    if (count > 0) took.push(last);
    if (last > least * 3 || last > 100) return count === 0 ? last : median(took);
  }
  return median(took);
}
