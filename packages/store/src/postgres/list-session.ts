import { isSame } from "../lists/foresight.js";
import type { BoundStatement } from "../lists/bound-statement.js";
import type { QueryConfig } from "pg";
import type { ListTuning } from "../list-tuning.js";
import type { Steps } from "../lists/steps.js";
import { TooLargeError } from "../lists/too-large-error.js";
import { TooMuchError } from "../lists/too-much-error.js";
import type { PostgresClient } from "./database.js";
import { readObjectRows } from "./object-rows.js";
import type { PreparedNames } from "./prepared-names.js";

/** Rows' worth of work, from which on planning a statement with its values costs less than a plan that is not made for them. */
const PREPARED_EFFORT = 10_000;

type Rows = Promise<readonly unknown[]>;

interface Sent {
  readonly statement: BoundStatement;
  readonly rows: Rows;
}

export interface ListSessionOptions extends Pick<ListTuning, "heldBytes"> {
  readonly names?: PreparedNames;
}

/** The statements of one list on one connection. */
export class ListSession {
  readonly #client: PostgresClient;
  readonly #names: PreparedNames | undefined;
  readonly #asked: BoundStatement[] = [];
  readonly #heldBytes: number;
  #sent: readonly Sent[] = [];
  #isCut = false;

  /** Without names nothing is prepared. */
  constructor(client: PostgresClient, { heldBytes, names }: ListSessionOptions) {
    this.#client = client;
    this.#heldBytes = heldBytes;
    this.#names = names;
  }

  /** Whether rows of a statement that was cut may still arrive: then the connection is to be broken off. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** What the steps asked so far. */
  get asked(): readonly BoundStatement[] {
    return this.#asked;
  }

  /** Sends statements that will probably be asked, without waiting for them. */
  send(statements: readonly BoundStatement[]): void {
    this.#sent = statements.map((statement) => ({ statement, rows: this.#rowsOf(statement) }));
    // One that nobody asks for may fail unheard; whoever asks gets the error.
    for (const { rows } of this.#sent) rows.catch(() => undefined);
  }

  /**
   * Answers what the steps ask.
   *
   * @param effort rows' worth of work that it may take, as far as that is known before.
   * @throws {TooMuchError} before a statement with which it would be more.
   * @throws {TooLargeError} for a page that is too large to be held at once.
   */
  async run<Answer>(steps: Steps<Answer>, effort = Infinity): Promise<Answer> {
    let left = effort;
    let step = steps.next();
    while (step.done !== true) {
      if (effort < Infinity) for (const statement of step.value) left -= statement.effort;
      if (left < 0) throw new TooMuchError();
      step = steps.next(await Promise.all(step.value.map((statement) => this.#answer(statement))));
    }
    return step.value;
  }

  #answer(statement: BoundStatement): Rows {
    this.#asked.push(statement);
    const sent = this.#sent.find((known) => isSame(known.statement, statement));
    return sent?.rows ?? this.#rowsOf(statement);
  }

  /** Long statements are planned again with their values: which plan is good depends on them. */
  async #rowsOf(statement: BoundStatement): Rows {
    const { shape, values, plucked, large, effort } = statement;
    const name = effort <= PREPARED_EFFORT ? this.#names?.nameOf(statement) : undefined;
    const query = { text: shape.sql, values, ...(name === undefined ? {} : { name }) };
    if (large !== undefined) return this.#objectRows(statement, query);
    if (!plucked) return (await this.#client.query(query)).rows;
    const { rows } = await this.#client.query<unknown[]>({ ...query, rowMode: "array" });
    return rows.map(([value]) => value);
  }

  async #objectRows({ large, plucked }: BoundStatement, query: QueryConfig<unknown[]>): Rows {
    const { rows, isCut } = await readObjectRows(this.#client, query, this.#heldBytes);
    this.#isCut ||= isCut;
    if (isCut && large === "refuse") throw new TooLargeError();
    return plucked ? rows.map(({ data }) => data) : rows;
  }
}
