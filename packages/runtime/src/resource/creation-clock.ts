import type { Store } from "@cmgen/store";
import { planList } from "../list/plan-list.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { parseStored } from "./stored-object.js";
import { readObjects } from "./walk-objects.js";

/**
 * The time at which objects of a table are created, by the database's clock, which all processes share. It never goes back: lists that begin
 * with the newest object show the order of creation although a clock was set back.
 */
export class CreationClock {
  readonly #store: Pick<Store, "list" | "now">;
  #newest = 0;

  constructor(store: Pick<Store, "list" | "now">) {
    this.#store = store;
  }

  /** Milliseconds since 1970. */
  readonly now = (): number => (this.#newest = Math.max(this.#newest, this.#store.now()));

  /** Goes on from the newest object that is stored. */
  async continueFrom(model: ModelDescriptor): Promise<void> {
    const plan = planList(model, [
      ["sort", "metadata.creationTimestamp,desc"],
      ["limit", "1"],
      ["total", "none"],
    ]);
    for await (const data of readObjects({ model, store: this.#store }, plan)) {
      this.#newest = Math.max(this.#newest, Date.parse(parseStored({ data }).metadata.creationTimestamp));
    }
  }
}
