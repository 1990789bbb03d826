import type { HookSurroundings } from "./hook-context.js";
import type { Hooks } from "./hooks.js";

/** The hooks of a model, and what they are called with. */
export interface ModelHooks extends Omit<HookSurroundings, "signal"> {
  readonly hooks: Hooks;
  /** How long the hooks of one write may take. */
  readonly timeoutMs: number;
  /** When the time of the write under way is up, on the clock of `performance.now()`. */
  readonly deadline?: number;
}
