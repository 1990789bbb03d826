import { LRUCache } from "lru-cache";
import { keptStatements } from "../lists/steps.js";

/** A statement is prepared when it was used this many times. */
const OFTEN = 2;

/**
 * Names the statements of frequent lists, so that connections keep them prepared: parsing one takes longer than running it. A name is given once: a
 * statement that was forgotten and comes again gets another.
 */
export class PreparedNames {
  /** How often a statement was used, or its name. */
  readonly #used = new LRUCache<string, number | string>(keptStatements);
  #given = 0;

  /** The statement's name, if it has one. */
  nameOf(sql: string): string | undefined {
    const used = this.#used.get(sql) ?? 0;
    if (typeof used === "string") return used;
    const name = used + 1 < OFTEN ? undefined : this.#newName();
    this.#used.set(sql, name ?? used + 1);
    return name;
  }

  #newName(): string {
    this.#given += 1;
    return `cmgen_list_${this.#given}`;
  }
}
