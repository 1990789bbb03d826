import type { ProcessLocks } from "@cmgen/store";
import { leadWhenHeld } from "../../controller/leadership.js";
import type { Log } from "../../log/log.js";
import type { TenantServices } from "./tenant-services.js";

/** Names the lock: one process at a time goes through all tenants. */
const LOCK = "tenants";

export interface TenantPreparation {
  readonly services: TenantServices;
  readonly locks: ProcessLocks;
  readonly log: Log;
  readonly release: string;
}

/**
 * Opens each tenant once that no process of this release has prepared: its migrations are applied, its objects changed and its indexes built, before
 * somebody calls. Where one fails, the others go on; it is tried again when somebody calls, and by the next start. Begun again, it goes on with those that are
 * left.
 *
 * @returns what ends it.
 */
export function prepareTenants({ services, locks, log, release }: TenantPreparation): () => Promise<void> {
  const stopping = new AbortController();
  const candidacy = { locks, name: LOCK, log, signal: stopping.signal };
  const ended = leadWhenHeld(candidacy, async (signal) => {
    const counts = { prepared: 0, failed: 0 };
    const due = (await services.storage.all()).filter((each) => each.state === "ready" && each.release !== release);
    for (const { name } of due) {
      if (signal.aborted) return;
      try {
        await services.open(name);
        counts.prepared += 1;
      } catch {
        // It is logged, and recorded with the tenant.
        counts.failed += 1;
      }
    }
    if (counts.failed > 0) log.warn(counts, "some tenants are not served by this release");
    else if (due.length > 0) log.info(counts, "tenants are prepared for this release");
    stopping.abort();
  });
  return async () => {
    stopping.abort();
    await ended;
  };
}
