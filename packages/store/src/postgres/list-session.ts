import type { BoundStatement, Rows, Steps } from "../lists/steps.js";
import type { PostgresClient } from "./schema-client.js";
import type { PreparedNames } from "./prepared-names.js";
import { endTransaction } from "./with-client.js";

const BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/**
 * In a snapshot, statements are planned with their values. Elsewhere they are planned once, for all values: see {@link plannedOnce}. These
 * settings end with the transaction.
 */
const WITH_VALUES = "SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL seq_page_cost = 1";

/**
 * The settings of connections for lists. Left alone, PostgreSQL plans a statement five times, which takes as long as to run it; then it takes the
 * plan for unknown values if that looks cheaper, which may be one that reads all objects. A plan made while a table was small is used when the
 * table is large, so even a table of one page is to be read by an index: reading a page of a whole table is taken to cost 1000, where a page
 * found by an index costs 1.1. (`enable_seqscan` and its like would not do: before PostgreSQL 18 they make all other costs of a plan too small
 * to count.)
 */
export const plannedOnce = { plan_cache_mode: "force_generic_plan", seq_page_cost: "1000" };

export interface ListSessionOptions {
  /** Without names, nothing is prepared. */
  readonly names?: PreparedNames;
  /** How long each statement in the snapshot may take. Default: as long as the connection's other statements. */
  readonly milliseconds?: number | undefined;
}

/** The statements of one list on one connection. */
export class ListSession {
  readonly #client: PostgresClient;
  readonly #options: ListSessionOptions;
  #hasBegun = false;

  constructor(client: PostgresClient, options: ListSessionOptions = {}) {
    this.#client = client;
    this.#options = options;
  }

  /** Whether a transaction has begun, which the caller has to end. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Runs the steps. */
  async run<Answer>(steps: Steps<Answer>): Promise<Answer> {
    let step = steps.next();
    while (step.done !== true) {
      const { statements, inSnapshot } = step.value;
      const begun = inSnapshot && !this.#hasBegun ? this.begin() : undefined;
      step = steps.next(await this.#rowsOfAll(statements, begun));
    }
    return step.value;
  }

  /** Begins the transaction in which the following statements see one snapshot. */
  async begin(): Promise<void> {
    this.#hasBegun = true;
    const { milliseconds } = this.#options;
    const bound = milliseconds === undefined ? "" : `; SET LOCAL statement_timeout = ${milliseconds}`;
    await this.#client.query(`${BEGIN}; ${WITH_VALUES}${bound}`);
  }

  /** What was sent together is answered in order: the first error is that of the list. */
  async #rowsOfAll(statements: readonly BoundStatement[], begun: Promise<void> | undefined): Promise<readonly Rows[]> {
    const [first, ...others] = statements;
    // A promise for several takes longer than one.
    if (begun === undefined && first !== undefined && others.length === 0) return [await this.#rowsOf(first)];
    const [, ...rows] = await Promise.all([begun, ...statements.map((each) => this.#rowsOf(each))]);
    return rows;
  }

  #rowsOf(statement: BoundStatement): Promise<Rows> {
    const { sql: text, values, plucked } = statement;
    const name = this.#options.names?.nameOf(text);
    return new Promise((resolve, reject) => {
      const rows: unknown[] = [];
      const query = this.#client.send({ text, values, name }, plucked ? "array" : undefined);
      query.on("row", (row: unknown) => rows.push(plucked && Array.isArray(row) ? row[0] : row));
      query.on("error", reject);
      query.on("end", () => resolve(rows));
    });
  }
}

/** Releases a connection after a list that only read. The answer does not wait for the end of its transaction. */
export async function endSession(client: PostgresClient, { hasBegun }: ListSession, isUsable = true): Promise<void> {
  const isBroken = hasBegun && (await endTransaction(client));
  client.release(isBroken || !isUsable);
}
