import { type BoundStatement, type Steps, TooLargeError } from "../lists/steps.js";
import type { QueryConfig } from "pg";
import type { ListTuning } from "../list-tuning.js";
import type { PostgresClient } from "./database.js";
import type { Effort } from "./effort.js";
import { readObjectRows } from "./object-rows.js";
import type { PreparedNames } from "./prepared-names.js";

/** The effort, in rows, from which planning a statement with its values costs less than running a generic plan. */
const PREPARED_EFFORT = 10_000;

export interface ListSessionOptions extends Pick<ListTuning, "heldBytes"> {
  readonly names?: PreparedNames;
}

/** The statements of one list on one connection. */
export class ListSession {
  readonly #client: PostgresClient;
  readonly #names: PreparedNames | undefined;
  readonly #heldBytes: number;
  #isCut = false;

  /** Without names, nothing is prepared. */
  constructor(client: PostgresClient, { heldBytes, names }: ListSessionOptions) {
    this.#client = client;
    this.#heldBytes = heldBytes;
    this.#names = names;
  }

  /** Whether rows of a cut statement may still arrive. Then the connection must be destroyed. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /**
   * Runs the steps.
   *
   * @throws {TooMuchError} before a statement that would exceed the effort, if the list cannot have a turn at once.
   * @throws {TooLargeError} if the page is too large to be held at once.
   */
  async run<Answer>(steps: Steps<Answer>, effort: Effort): Promise<Answer> {
    let step = steps.next();
    while (step.done !== true) {
      for (const statement of step.value) effort.spend(statement.effort);
      const answers = await Promise.all(step.value.map((statement) => this.#rowsOf(statement)));
      step = steps.next(answers.map((rows) => () => rows));
    }
    return step.value;
  }

  /** Long statements are planned with their values each time, since the best plan depends on them. */
  async #rowsOf(statement: BoundStatement): Promise<readonly unknown[]> {
    const { shape, values, plucked, large, effort } = statement;
    const name = effort <= PREPARED_EFFORT ? this.#names?.nameOf(statement) : undefined;
    const query = { text: shape.sql, values, ...(name === undefined ? {} : { name }) };
    if (large !== undefined) return this.#objectRows(statement, query);
    if (!plucked) return (await this.#client.query(query)).rows;
    const { rows } = await this.#client.query<unknown[]>({ ...query, rowMode: "array" });
    return rows.map(([value]) => value);
  }

  async #objectRows({ large, plucked }: BoundStatement, query: QueryConfig<unknown[]>): Promise<readonly unknown[]> {
    const { rows, isCut } = await readObjectRows(this.#client, query, this.#heldBytes);
    this.#isCut ||= isCut;
    if (isCut && large === "refuse") throw new TooLargeError();
    return plucked ? rows.map(({ data }) => data) : rows;
  }
}
