import type { PostgresClient } from "./database.js";

/** How a connection plans statements. */
type PlanMode = "with values" | "once";

/** The setting of new connections for lists. */
export const planWithValues = { plan_cache_mode: "force_custom_plan" };

/**
 * What reading a page of a whole table is taken to cost in a plan that is kept, where a page found by an index costs 1.1. A plan made while a table
 * was small is used when the table is large, so even a table of one page is to be read by an index. (`enable_seqscan` and its like would not do:
 * before PostgreSQL 18 they make all other costs of a plan too small to count.)
 */
const WHOLE_TABLE_COST = 1000;

const settings: Readonly<Record<PlanMode, string>> = {
  "with values": "SET plan_cache_mode = force_custom_plan; RESET seq_page_cost",
  once: `SET plan_cache_mode = force_generic_plan; SET seq_page_cost = ${WHOLE_TABLE_COST}`,
};

const modes = new WeakMap<PostgresClient, PlanMode>();

/**
 * Decides whether PostgreSQL plans statements once or each time with their values. Left alone, it plans a statement five times, which takes as
 * long as to run it; then it takes the plan for unknown values if that looks cheaper, which may be one that reads all objects.
 */
export class PlanModes {
  readonly #client: PostgresClient;
  /** In a transaction, which undoes settings when it is rolled back. */
  #inTransaction: PlanMode | undefined;

  constructor(client: PostgresClient) {
    this.#client = client;
  }

  /** What is set from here on is undone when the transaction ends. */
  begin(): void {
    this.#inTransaction = this.#mode;
  }

  /** Sends the settings that the next statement needs, if the connection has others. */
  use(mode: PlanMode): readonly Promise<unknown>[] {
    if (this.#mode === mode) return [];
    if (this.#inTransaction === undefined) modes.set(this.#client, mode);
    else this.#inTransaction = mode;
    return [this.#client.query(settings[mode])];
  }

  get #mode(): PlanMode {
    return this.#inTransaction ?? modes.get(this.#client) ?? "with values";
  }
}
