import type { HookSurroundings } from "./hook-context.js";
import type { Hooks } from "./hooks.js";

/** The hooks of a model, and the arguments of their calls. */
export interface ModelHooks extends Omit<HookSurroundings, "signal" | "user"> {
  readonly hooks: Hooks;
  /** How long all hooks together may take in one try of a write, and how long a write is repeated if others come first. */
  readonly timeoutMs: number;
  /** When the current write began, as a time of `performance.now()`. */
  readonly startedAt?: number;
}
