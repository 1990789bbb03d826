import type { Log } from "../log/log.js";
import { ApiError } from "../error/api-error.js";
import type { Change, ChangeLimit, LogPosition, Store } from "@cmgen/store";
import { ChangeFeed, type ChangeFollower, type ChangeListener } from "./change-feed.js";
import { Delivery } from "./delivery.js";
import { type LogEnds, LogEndsReader } from "./log-ends.js";
import { LogReader } from "./log-reader.js";
import { RecentChanges } from "./recent-changes.js";

/** How many of the newest changes are kept in memory. */
const KEPT: ChangeLimit = { changes: 5000, bytes: 16 * 1024 * 1024 };

/**
 * The change log for all watches and controllers of the process. It is read once for all of them, and its newest part is kept in memory, so a
 * commit costs one read however many follow. Older changes are read from the log itself, by a {@link LogReader}.
 */
export class ChangeSource {
  /** Hands changes out to watches. */
  readonly delivery: Delivery;
  readonly #store: Store;
  readonly #log: Log;
  readonly #reader: LogReader;
  readonly #ends: LogEndsReader;
  readonly #listeners = new Set<ChangeFollower>();
  #feed: Promise<ChangeFeed> | undefined;
  #recent: RecentChanges | undefined;
  #stopped = false;

  constructor(store: Store, log: Log) {
    this.#store = store;
    this.#log = log;
    this.#reader = new LogReader(store);
    this.#ends = new LogEndsReader(store);
    this.delivery = new Delivery(() => this.newest);
  }

  /** The newest revision that has been read. */
  get newest(): number {
    return this.#recent?.newest ?? 0;
  }

  /** The changes in memory begin after this revision. */
  get since(): number {
    return this.#recent?.since ?? 0;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /**
   * Begins to read the log, if it has not begun. Every later change will be read. Rejects if the database does not answer; the next call tries
   * again.
   */
  async begin(): Promise<void> {
    this.#feed ??= this.#createFeed();
    try {
      await this.#feed;
    } catch (error) {
      this.#feed = undefined;
      throw error;
    }
  }

  /** Calls `listener` with every change that is committed from now on. Returns a function that stops this. */
  async follow(listener: ChangeFollower): Promise<() => void> {
    await this.begin();
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The first changes after `revision`, up to a limit; undefined if they are no longer in memory: see {@link read}. */
  recent(revision: number, limit: ChangeLimit): readonly Change[] | undefined {
    return this.#recent?.after(revision, limit);
  }

  /**
   * Reads the first changes after a position from the log, up to a limit.
   * @throws {ApiError} `Expired` when some of them may have been trimmed, or the database has lost that past.
   */
  async read(position: LogPosition, limit: ChangeLimit): Promise<readonly Change[]> {
    const changes = await this.#reader.after(position.revision, limit);
    // What was trimmed since was of the past that the caller had.
    if ((await this.#store.pastOf(position)) === "lost") throw lostPast(position.revision);
    return changes;
  }

  /**
   * Asserts that the database still has the past that led to a position: after a failover, or where it was restored or copied, the token of a
   * caller may be from another.
   *
   * @throws {ApiError} `Expired` where it does not, or nobody can tell.
   */
  async assertPast(position: LogPosition): Promise<void> {
    if ((await this.#store.pastOf(position)) !== "kept") throw lostPast(position.revision);
  }

  /**
   * The ends of the log, read after this call, for a watch that begins. Resolves for a few callers in each tick of the event loop, so what a watch
   * costs should come after that. Every change after them will be read: see {@link begin}.
   */
  async ends(): Promise<LogEnds> {
    await this.begin();
    return this.#ends.read();
  }

  /** Ends all watches and stops reading. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.delivery.stop();
    const feed = await this.#feed?.catch(() => undefined);
    await feed?.stop();
  }

  async #createFeed(): Promise<ChangeFeed> {
    const newest = await this.#store.newest();
    this.#recent = new RecentChanges(newest.revision, KEPT);
    const listener: ChangeListener = {
      changed: (changes) => {
        for (const change of changes) this.#recent?.add(change);
        this.delivery.wake();
        for (const each of this.#listeners) each.changed(changes);
      },
      // Watches that are further behind find out when they read the log itself.
      missed: (before) => {
        this.#recent = new RecentChanges(before, KEPT);
        this.delivery.wake();
        for (const each of this.#listeners) each.missed(before);
      },
      lost: (before) => {
        this.#recent = new RecentChanges(before, KEPT);
        this.delivery.fail(lostPast(before));
        for (const each of this.#listeners) each.missed(before);
      },
    };
    const feed = new ChangeFeed({ store: this.#store, log: this.#log, position: newest }, listener);
    feed.start();
    return feed;
  }
}

function lostPast(revision: number): ApiError {
  return new ApiError(
    "Expired",
    `The database no longer has what led to the revision ${revision}, as after a failover or a restore: list again and watch from there.`,
  );
}
