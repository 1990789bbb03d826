import type { BoundStatement } from "../lists/steps.js";
import type { PostgresClient } from "./database.js";

/** A statement is prepared when it was used this many times. */
const OFTEN = 2;

/** Names, at most: requests must not decide how much memory the server's connections use. */
const LIMIT = 300;

/**
 * Names the statements of frequent lists, so that connections keep them prepared: parsing one takes longer than running it. A server forgets a
 * name only with its connection, so when there are too many names all of them are retired, and the connections with them.
 */
export class PreparedNames {
  #asked = new WeakMap<BoundStatement["shape"], number | string>();
  #given = 0;
  #generation = 0;
  readonly #generations = new WeakMap<PostgresClient, number>();

  /** The statement's name, if it has one. */
  nameOf({ shape }: BoundStatement): string | undefined {
    const asked = this.#asked.get(shape) ?? 0;
    if (typeof asked === "string") return asked;
    const next = asked + 1 < OFTEN ? asked + 1 : this.#newName();
    this.#asked.set(shape, next);
    return typeof next === "string" ? next : undefined;
  }

  /** Whether a connection has only current names. A new connection has none. */
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
