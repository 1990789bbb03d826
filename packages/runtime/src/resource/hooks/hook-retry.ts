import { jsonEqual } from "@cmgen/model/internal";
import type { StoredObject } from "../stored-object.js";
import type { WriteContext } from "../write-context.js";

/** How often a write is tried with other values of its hooks. */
const ATTEMPTS = 5;

/**
 * A hook may have looked for a free value of a unique index, and another write was faster: the hooks are run again, as long as they come to
 * another object.
 */
export class HookRetry {
  readonly #hasHooks: boolean;
  #attempts = 0;
  #refused: StoredObject | undefined;

  constructor({ hooks }: Pick<WriteContext, "hooks">) {
    this.#hasHooks = hooks !== undefined;
  }

  /** Whether the hooks may come to another object than `refused`, one of whose values is taken. */
  mayHelp(refused: StoredObject): boolean {
    const isSame = this.#refused !== undefined && jsonEqual(this.#refused, refused);
    this.#refused = refused;
    this.#attempts += 1;
    return this.#hasHooks && !isSame && this.#attempts < ATTEMPTS;
  }
}
