import { LRUCache } from "lru-cache";
import { keptStatements } from "../lists/steps.js";
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
  /** How often a statement was used, or its name. */
  readonly #used = new LRUCache<string, number | string>(keptStatements);
  #given = 0;
  #generation = 0;
  readonly #generations = new WeakMap<PostgresClient, number>();

  /** The statement's name, if it has one. */
  nameOf(sql: string): string | undefined {
    const used = this.#used.get(sql) ?? 0;
    if (typeof used === "string") return used;
    const name = used + 1 < OFTEN ? undefined : this.#newName();
    this.#used.set(sql, name ?? used + 1);
    return name;
  }

  /** Whether a connection has only current names. A new connection has none. */
  isFresh(client: PostgresClient): boolean {
    const generation = this.#generations.get(client) ?? this.#generation;
    this.#generations.set(client, generation);
    return generation === this.#generation;
  }

  #newName(): string {
    if (this.#given >= LIMIT) {
      this.#used.clear();
      this.#given = 0;
      this.#generation += 1;
    }
    this.#given += 1;
    return `cmgen_list_${this.#generation}_${this.#given}`;
  }
}
