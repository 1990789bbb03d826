import type { ChangeEvent, IndexShapes, ResourceList, Selection, StoredLike } from "@cmgen/model";
import { assertOwnValues } from "@cmgen/model/internal";
import type { QueryClient } from "@tanstack/query-core";
import { ApiProblem } from "../api-problem.js";
import { jittered, pause } from "../retry.js";
import { putCached } from "./cached-objects.js";
import { listsKey, objectKey, requestText, type ResourceKey } from "./resource-keys.js";

/**
 * How many selections of a resource are watched each by itself. Browsers open six connections to a host, and a page whose watches take
 * them all can fetch nothing more: where more selections are followed, one watch of the whole collection serves them all.
 */
const SELECTIONS = 2;
/** Wait before lists are fetched again, in milliseconds: changes seldom come alone. */
const SETTLING = 50;
/** Lists are fetched again at most this often, in milliseconds. */
const REFRESH_EVERY = 1000;
/** How long a watch that could not begin waits, in milliseconds; doubled each time. */
const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;

/** A selection, its number of followers, and the revision that the first of them starts at. */
interface Followed<Indexes> {
  readonly selection: Selection<Indexes>;
  readonly revision: string | undefined;
  followers: number;
}

interface Cache {
  readonly queries: QueryClient;
  readonly key: ResourceKey;
}

/** The methods of a client that following needs. */
interface WatchedClient<Stored, Indexes> {
  list(request: Selection<Indexes> & { limit: 1; total: false; signal: AbortSignal }): Promise<ResourceList<Stored>>;
  watch(
    options: Selection<Indexes> & { resourceVersion: string; signal: AbortSignal; relist?: false },
  ): AsyncIterable<ChangeEvent<Stored>>;
}

export type Follow<Indexes> = (queries: QueryClient, selection?: Selection<Indexes>, revision?: string) => () => void;

/**
 * The `follow` of a resource's queries: in each query cache, its followers share their watches. It throws a `TypeError` for conditions on the values
 * of other objects.
 */
export function createLiveQueries<Stored extends StoredLike, Indexes extends IndexShapes<Indexes>>(
  client: WatchedClient<Stored, Indexes>,
  key: ResourceKey,
): Follow<Indexes> {
  const live = new WeakMap<QueryClient, LiveQueries<Stored, Indexes>>();
  return (queries, selection = {}, revision) => {
    // A watch that is refused is tried again, and would be silent.
    assertOwnValues(selection, "A live list");
    const ofCache = live.get(queries) ?? new LiveQueries(client, { queries, key });
    live.set(queries, ofCache);
    return ofCache.follow(selection, revision);
  };
}

/** Keeps the queries of one resource in one cache up to date. */
class LiveQueries<Stored extends StoredLike, Indexes> {
  readonly #client: WatchedClient<Stored, Indexes>;
  readonly #cache: Cache;
  /** By their text. */
  readonly #followed = new Map<string, Followed<Indexes>>();
  readonly #watches = new Map<string, AbortController>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refreshed = 0;

  constructor(client: WatchedClient<Stored, Indexes>, cache: Cache) {
    this.#client = client;
    this.#cache = cache;
  }

  follow(selection: Selection<Indexes>, revision: string | undefined): () => void {
    const text = requestText(selection);
    const followed = this.#followed.get(text) ?? { selection, revision, followers: 0 };
    this.#followed.set(text, followed);
    followed.followers += 1;
    this.#arrange();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      followed.followers -= 1;
      this.#arrange();
    };
  }

  /** In a microtask: a follower that leaves often returns at once, for the next page, or because React's strict mode runs effects twice. */
  #arrange(): void {
    queueMicrotask(() => {
      for (const [text, { followers }] of this.#followed) if (followers === 0) this.#followed.delete(text);
      const whole: [string, Followed<Indexes>] = ["", { selection: {}, revision: undefined, followers: 1 }];
      const wanted = this.#followed.size > SELECTIONS ? new Map([whole]) : this.#followed;
      for (const [text, watch] of this.#watches) {
        if (wanted.has(text)) continue;
        watch.abort();
        this.#watches.delete(text);
      }
      for (const [text, followed] of wanted) if (!this.#watches.has(text)) this.#start(text, followed);
      if (wanted.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    });
  }

  #start(text: string, { selection, revision }: Followed<Indexes>): void {
    const ending = new AbortController();
    this.#watches.set(text, ending);
    void this.#watch(selection, revision, ending.signal);
  }

  /** Runs until `signal` is aborted. Failures are retried, not reported: the lists that are shown report their own. */
  async #watch(selection: Selection<Indexes>, from: string | undefined, signal: AbortSignal): Promise<void> {
    let revision = from;
    for (let delay = FIRST_DELAY; !signal.aborted; delay = Math.min(delay * 2, LONGEST_DELAY)) {
      try {
        revision ??= await this.#begin(selection, signal);
        for await (const event of this.#client.watch({ ...selection, resourceVersion: revision, signal })) {
          revision = event.resourceVersion;
          delay = FIRST_DELAY;
          this.#apply(event);
        }
      } catch (error) {
        if (error instanceof ApiProblem && error.code === "Expired") revision = undefined;
      }
      await pause(jittered(delay), signal).catch(() => {});
    }
  }

  /** Returns the newest revision. Data fetched before it may lack changes that a watch from there does not report, so it is fetched again. */
  async #begin(selection: Selection<Indexes>, signal: AbortSignal): Promise<string> {
    const { metadata } = await this.#client.list({ ...selection, limit: 1, total: false, signal });
    void this.#cache.queries.invalidateQueries({ queryKey: this.#cache.key });
    return metadata.resourceVersion;
  }

  #apply({ type, object }: ChangeEvent<Stored>): void {
    const { queries, key } = this.#cache;
    // DELETED may mean that the object has left the selection: fetch it to find out.
    if (type === "DELETED") void queries.invalidateQueries({ queryKey: objectKey(key, object.metadata.name) });
    else putCached(this.#cache, object);
    const wait = Math.max(SETTLING, this.#refreshed + REFRESH_EVERY - Date.now());
    this.#timer ??= setTimeout(() => this.#refresh(), wait);
  }

  #refresh(): void {
    const { queries, key } = this.#cache;
    this.#timer = undefined;
    this.#refreshed = Date.now();
    // A list fetched now may not show a change that is on its way. The mutation fetches again when it is done.
    if (queries.isMutating({ mutationKey: key }) > 0) return;
    void queries.invalidateQueries({ queryKey: listsKey(key) });
  }
}
