import { ApiError } from "../error/api-error.js";
import type { Log } from "../server/log.js";
import type { Change, Store } from "../store/store.js";
import { ChangeFeed } from "./change-feed.js";
import { RecentChanges } from "./recent-changes.js";
import { SharedFeed } from "./shared-feed.js";

/** How many changes are read from the log at a time. */
const BATCH = 500;

export interface WaitLimits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** @throws {ApiError} `Expired` when changes after `revision` may have been trimmed. */
export async function assertKept(store: Store, revision: number): Promise<void> {
  if (revision >= (await store.oldestRevision())) return;
  throw new ApiError(
    "Expired",
    `Changes after the revision ${revision} are no longer kept: list again and watch from there.`,
  );
}

/**
 * The change log for many readers, each at its own pace: one of us follows the log and keeps what is recent, so that a commit costs one
 * read however many are watching. A reader that has fallen behind what is kept reads from the log itself.
 */
export class ChangeSource {
  readonly #store: Store;
  readonly #log: Log;
  readonly #waiting = new Set<() => void>();
  readonly #stopping = new AbortController();
  #recent: RecentChanges | undefined;
  readonly #feed = new SharedFeed(() => this.#createFeed());

  constructor(store: Store, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** Aborted when nothing more will be told. */
  get stopped(): AbortSignal {
    return this.#stopping.signal;
  }

  /**
   * Committed changes after `revision`, oldest first, some at a time; none where there are none yet.
   * @throws {ApiError} `Expired` when some of them may have been trimmed.
   */
  async after(revision: number): Promise<readonly Change[]> {
    await this.#feed.follow();
    const recent = this.#recent?.after(revision);
    if (recent !== undefined) return recent;
    const changes = await this.#store.changesAfter(revision, BATCH);
    // Looked at after reading: what is trimmed in between is found out.
    await assertKept(this.#store, revision);
    return changes;
  }

  /** Waits until there may be changes after `revision`, but no longer than `timeoutMs` and not once `signal` is aborted. */
  async wait(revision: number, { signal, timeoutMs }: WaitLimits): Promise<"changed" | "silent"> {
    if ((this.#recent?.newest ?? 0) > revision || signal.aborted || this.stopped.aborted) return "changed";
    return new Promise((resolve) => {
      const end = (how: "changed" | "silent"): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        clearTimeout(timer);
        resolve(how);
      };
      const wake = (): void => end("changed");
      const timer = setTimeout(() => end("silent"), timeoutMs);
      this.#waiting.add(wake);
      signal.addEventListener("abort", wake);
    });
  }

  /** Ends all waiting. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wakeAll();
    await this.#feed.stop();
  }

  async #createFeed(): Promise<ChangeFeed> {
    const revision = await this.#store.revision();
    this.#recent = new RecentChanges(revision);
    const feed = new ChangeFeed(
      { store: this.#store, log: this.#log, revision },
      {
        changed: (change) => {
          this.#recent?.add(change);
          this.#wakeAll();
        },
        // Readers that are not as far are told by the log itself that it does not reach back to them.
        missed: (before) => {
          this.#recent = new RecentChanges(before);
          this.#wakeAll();
        },
      },
    );
    feed.start();
    return feed;
  }

  #wakeAll(): void {
    for (const wake of this.#waiting) wake();
  }
}
