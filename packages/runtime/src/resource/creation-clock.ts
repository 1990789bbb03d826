import type { Store } from "@cmgen/store";
import { planList } from "../list/plan-list.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { parseStored } from "./stored-object.js";
import { readObjects } from "./walk-objects.js";

/**
 * The time at which objects of a table are created, which never goes back: lists that begin with the newest object show the order of creation
 * although the machine's clock was set back. (Clocks of several machines may differ all the same.)
 */
export class CreationClock {
  #newest = 0;

  /** Milliseconds since 1970. */
  readonly now = (): number => (this.#newest = Math.max(this.#newest, Date.now()));

  /** Goes on from the newest object that is stored. */
  async continueFrom(store: Pick<Store, "list">, model: ModelDescriptor): Promise<void> {
    const plan = planList(model, [
      ["sort", "metadata.creationTimestamp,desc"],
      ["limit", "1"],
      ["total", "none"],
    ]);
    for await (const data of readObjects({ model, store }, plan)) {
      this.#newest = Math.max(this.#newest, Date.parse(parseStored({ data }).metadata.creationTimestamp));
    }
  }
}
