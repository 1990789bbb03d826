import { AsyncLocalStorage } from "node:async_hooks";
import { guardedLog } from "./guarded-log.js";
import type { Log, LogFields, LogMethod } from "./log.js";

/** The owner of code, as log fields: `plugin`, and the part of it. */
export type CodeOwner = LogFields & { readonly plugin?: string };

const running = new AsyncLocalStorage<CodeOwner>();

/** Runs code of a plugin. If something that it started without awaiting fails later, the owner is known. */
export function runAs<Result>(owner: CodeOwner, run: () => Result): Result {
  return running.run(owner, run);
}

/** The owner of the running code, or of the code that started it; `undefined` for the service's own. */
export function runningOwner(): CodeOwner | undefined {
  return running.getStore();
}

/** A signal that follows another one until it is released. */
interface OwnedSignal {
  readonly signal: AbortSignal;
  /** Takes its listener off the other signal, which may live for as long as the process. */
  readonly release: () => void;
}

/**
 * A signal for a plugin's code, which follows `signal`. Errors of its listeners are assigned to the plugin; Node reports them on a later tick, as
 * errors of the code that aborted.
 */
export function ownedSignal(owner: CodeOwner, signal: AbortSignal): OwnedSignal {
  const owned = new AbortController();
  const follow = (): void => runAs(owner, () => owned.abort(signal.reason));
  if (signal.aborted) follow();
  else signal.addEventListener("abort", follow, { once: true });
  return { signal: owned.signal, release: () => signal.removeEventListener("abort", follow) };
}

/** A log for a plugin's code: each line names the owner. */
export function logOf(log: Log, owner: CodeOwner): Log {
  const named =
    (level: keyof Log): LogMethod =>
    (fields, message) =>
      log[level]({ ...owner, ...(fields instanceof Error ? { err: fields } : fields) }, message);
  return guardedLog({ debug: named("debug"), info: named("info"), warn: named("warn"), error: named("error") });
}
