import type { BoundStatement } from "../lists/bound-statement.js";
import type { PostgresClient } from "./database.js";

/** A statement is prepared when it is asked for as often as this. */
const OFTEN = 3;

/** Names that there are at most: what callers ask for must not decide how much the server's connections keep. */
const LIMIT = 300;

/**
 * Names the statements of lists that are asked for often, so that connections keep them prepared: parsing one takes longer than running it. A
 * server forgets names only with their connection, so once there are too many all names are given up, and the connections with them.
 */
export class PreparedNames {
  #asked = new WeakMap<BoundStatement["shape"], number | string>();
  #given = 0;
  #generation = 0;
  readonly #generations = new WeakMap<PostgresClient, number>();

  /** The statement's name, if it is to have one. */
  nameOf({ shape }: BoundStatement): string | undefined {
    const asked = this.#asked.get(shape) ?? 0;
    if (typeof asked === "string") return asked;
    const next = asked + 1 < OFTEN ? asked + 1 : this.#newName();
    this.#asked.set(shape, next);
    return typeof next === "string" ? next : undefined;
  }

  /** Whether a connection has only names that are still in use. One that is not known yet has none. */
  isFresh(client: PostgresClient): boolean {
    const generation = this.#generations.get(client) ?? this.#generation;
    this.#generations.set(client, generation);
    return generation === this.#generation;
  }

  #newName(): string {
    if (this.#given >= LIMIT) {
      this.#asked = new WeakMap();
      this.#given = 0;
      this.#generation += 1;
    }
    this.#given += 1;
    return `cmgen_list_${this.#generation}_${this.#given}`;
  }
}
