import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Store } from "@cmgen/store";
import { leadWhenHeld } from "../controller/leadership.js";
import type { Log } from "../log/log.js";
import { type AuditOutput, openAuditOutput, outputOfTenant } from "./audit-output.js";
import type { AuditOptions } from "./audit-options.js";
import { AuditWriter } from "./audit-writer.js";
import type { LineOptions } from "./change-line.js";
import { RefusedRequests } from "./refused-requests.js";

/** An audit that has begun: from now on no change is trimmed before it is written. */
export interface BegunAudit {
  /** Undefined where nothing is audited. */
  readonly output: AuditOutput | undefined;
  readonly bodies: boolean;
}

/** The tenant whose objects are audited, and where the lines of the service go. */
export interface AuditedTenant {
  readonly name: string;
  readonly output: AuditOutput | undefined;
}

/**
 * Begins to audit, before any request is answered.
 *
 * @throws the system's error if the file cannot be opened.
 */
export async function beginAudit(
  store: Store,
  options: AuditOptions | undefined,
  tenant?: AuditedTenant,
): Promise<BegunAudit> {
  if (options === undefined) return { output: undefined, bodies: false };
  const output =
    tenant?.output === undefined ? await openAuditOutput(options.to) : outputOfTenant(tenant.output, tenant.name);
  await store.audit.begin();
  return { output, bodies: options.bodies ?? false };
}

/** An audit that is written. */
export interface RunningAudit {
  /** Where its lines go; absent where nothing is audited. */
  readonly output?: AuditOutput;
  /** Absent where nothing is audited. */
  readonly refusals?: RefusedRequests;
  /** Writes what is left, for at most so many milliseconds. */
  stop(timeoutMs: number): Promise<void>;
}

/** What an audit that has begun needs to be written. */
export interface AuditContext {
  readonly store: Store;
  readonly log: Log;
  readonly maskOf: LineOptions["maskOf"];
}

/** Names the lock: one process at a time writes changes. */
const LOCK = "audit";

/** Writes the audit until it is stopped. */
export async function runAudit({ output, bodies }: BegunAudit, context: AuditContext): Promise<RunningAudit> {
  const { store, log, maskOf } = context;
  const stopping = new AbortController();
  const candidacy = { locks: store.locks, name: LOCK, log, signal: stopping.signal };
  if (output === undefined) {
    // Another release may still audit; when none does, trimming is not to wait for it any longer.
    if ((await store.audit.position()) === undefined) return { stop: async () => undefined };
    const ended = leadWhenHeld(candidacy, async (signal) => {
      await store.audit.end();
      if (!signal.aborted) await once(signal, "abort");
    });
    return {
      stop: async () => {
        stopping.abort();
        await ended;
      },
    };
  }
  const writer = new AuditWriter({ store, output, log, lines: { bodies, maskOf } });
  const ended = leadWhenHeld(candidacy, (signal, lock) => writer.lead(signal, lock));
  const refusals = new RefusedRequests(output, log);
  const reopen = (): void =>
    void output.reopen().catch((err: unknown) => log.error({ err }, "the audit cannot open its file"));
  process.on("SIGHUP", reopen);
  return {
    output,
    refusals,
    stop: async (timeoutMs) => {
      process.off("SIGHUP", reopen);
      stopping.abort();
      const written = Promise.all([ended, refusals.idle()]).then(() => output.close());
      const inTime = new AbortController();
      const late = delay(timeoutMs, undefined, { signal: inTime.signal }).then(
        () => log.warn({ seconds: timeoutMs / 1000 }, "the audit is not written to its end: the next start goes on"),
        () => undefined,
      );
      await Promise.race([written, late]);
      inTime.abort();
    },
  };
}
