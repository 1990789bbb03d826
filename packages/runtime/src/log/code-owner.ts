import { AsyncLocalStorage } from "node:async_hooks";
import type { LogFields } from "./log.js";

/** Whose code runs, as log fields: `plugin`, and which part of it. */
export type CodeOwner = LogFields & { readonly plugin?: string };

const running = new AsyncLocalStorage<CodeOwner>();

/** Runs code that is not ours. What it starts and nobody waits for is known to be its own, however late it fails. */
export function runAs<Result>(owner: CodeOwner, run: () => Result): Result {
  return running.run(owner, run);
}

/** Whose code is running, or has started what is running; `undefined` for the service's own. */
export function runningOwner(): CodeOwner | undefined {
  return running.getStore();
}

/**
 * A signal to hand to foreign code: it follows `signal`, and what its listeners throw is their owner's. Node reports that on a later tick,
 * in the name of whoever aborted.
 */
export function ownedSignal(owner: CodeOwner, signal: AbortSignal): AbortSignal {
  const owned = new AbortController();
  const follow = (): void => runAs(owner, () => owned.abort(signal.reason));
  if (signal.aborted) follow();
  else signal.addEventListener("abort", follow, { once: true });
  return owned.signal;
}
