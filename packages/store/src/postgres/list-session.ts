import { type BoundStatement, type Steps, TooLargeError } from "../lists/steps.js";
import type { QueryConfig } from "pg";
import type { ListTuning } from "../list-tuning.js";
import type { PostgresClient } from "./database.js";
import type { Effort } from "./effort.js";
import { readObjectRows } from "./object-rows.js";
import { PlanModes } from "./plan-modes.js";
import type { PreparedNames } from "./prepared-names.js";

const BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/** The effort, in rows, from which it does not matter that a statement is parsed each time. */
const PREPARED_EFFORT = 10_000;

export interface ListSessionOptions extends Pick<ListTuning, "heldBytes"> {
  readonly names?: PreparedNames;
}

/** The statements of one list on one connection. */
export class ListSession {
  readonly #client: PostgresClient;
  readonly #names: PreparedNames | undefined;
  readonly #heldBytes: number;
  readonly #modes: PlanModes;
  #isCut = false;

  /** Without names, nothing is prepared. */
  constructor(client: PostgresClient, { heldBytes, names }: ListSessionOptions) {
    this.#client = client;
    this.#heldBytes = heldBytes;
    this.#names = names;
    this.#modes = new PlanModes(client);
  }

  /** Begins the transaction in which the following statements see one snapshot. */
  async begin(): Promise<void> {
    this.#modes.begin();
    await this.#client.query(BEGIN);
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
      const answers = await this.#answersOf(step.value);
      step = steps.next(answers.map((rows) => () => rows));
    }
    return step.value;
  }

  /** Most steps are one statement, and a promise for several takes longer. */
  async #answersOf(statements: readonly BoundStatement[]): Promise<readonly (readonly unknown[])[]> {
    const [first, ...others] = statements;
    if (first === undefined || others.length > 0) return Promise.all(statements.map((each) => this.#rowsOf(each)));
    return [await this.#rowsOf(first)];
  }

  #rowsOf(statement: BoundStatement): Promise<readonly unknown[]> {
    const { effort, values, isPlannedOnce } = statement;
    const name = effort <= PREPARED_EFFORT ? this.#names?.nameOf(statement) : undefined;
    // A statement without a name or without values is planned once, however it is planned. One without values that has a name keeps its plan.
    const isEither = isPlannedOnce ? name === undefined : values.length === 0;
    const settings = isEither ? [] : this.#modes.use(isPlannedOnce ? "once" : "with values");
    const rows = this.#run(statement, name);
    return settings.length === 0 ? rows : Promise.all([rows, ...settings]).then(([all]) => all);
  }

  async #run(statement: BoundStatement, name: string | undefined): Promise<readonly unknown[]> {
    const { shape, values, plucked, large } = statement;
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
