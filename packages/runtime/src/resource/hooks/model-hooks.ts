import type { HookSurroundings } from "./hook-context.js";
import type { Hooks } from "./hooks.js";

/** The hooks of a model, and what they are called with. */
export interface ModelHooks extends Omit<HookSurroundings, "signal"> {
  readonly hooks: Hooks;
  /** How long the hooks may take in one try of a write, all together; and for how long a write is tried again that others come before. */
  readonly timeoutMs: number;
  /** When the write under way began, on the clock of `performance.now()`. */
  readonly startedAt?: number;
}
