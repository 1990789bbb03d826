import type { BookmarkEvent, ChangeEvent, WatchEvent } from "@cmgen/model";
import { ApiProblem } from "./api-problem.js";
import type { ReconnectOptions } from "./client-options.js";
import { readNdjson } from "./ndjson.js";
import { pause } from "./retry.js";
import { UnexpectedResponse } from "./unexpected-response.js";

/** Where a watch's events come from. */
export interface WatchSource {
  /** The revision to start after. */
  start(): Promise<string>;
  /** Opens the stream of what came after `resourceVersion`. */
  open(resourceVersion: string): Promise<Response>;
  readonly signal: AbortSignal | undefined;
  readonly reconnect: ReconnectOptions;
}

/**
 * Follows a watch over broken connections: takes up after the last revision seen, and waits longer each time in vain. Ends where the
 * signal is aborted.
 */
export async function* watchChanges<Stored>(source: WatchSource): AsyncGenerator<ChangeEvent<Stored>, void, undefined> {
  try {
    yield* follow<Stored>(source);
  } catch (error) {
    if (!source.signal?.aborted) throw error;
  }
}

async function* follow<Stored>(source: WatchSource): AsyncGenerator<ChangeEvent<Stored>, void, undefined> {
  const { initialDelay = 500, maxDelay = 30_000 } = source.reconnect;
  let resourceVersion = await source.start();
  let response: Response | undefined = await source.open(resourceVersion);
  for (let delay = initialDelay; ; delay = Math.min(delay * 2, maxDelay)) {
    for await (const event of eventsOf<Stored>(response)) {
      ({ resourceVersion } = event);
      delay = initialDelay;
      if (event.type !== "BOOKMARK") yield event;
    }
    // Half of the delay is chance: watchers that lost one server do not all come back at once.
    await pause(delay * (0.5 + Math.random() / 2), source.signal);
    response = await source.open(resourceVersion).catch(orBroken);
  }
}

/** The events of one connection until it ends or breaks. */
async function* eventsOf<Stored>(
  response: Response | undefined,
): AsyncGenerator<ChangeEvent<Stored> | BookmarkEvent, void, undefined> {
  if (!response?.body) return;
  try {
    for await (const line of readNdjson(response.body)) {
      const event = line as WatchEvent<Stored>;
      if (event.type === "ERROR") throw new ApiProblem(event.object);
      yield event;
    }
  } catch (error) {
    orBroken(error);
  }
}

/** Lets pass what another connection may mend: a broken one, and a service that is down or busy. */
function orBroken(error: unknown): undefined {
  const refused = error instanceof ApiProblem || error instanceof UnexpectedResponse;
  if (refused ? error.status === 429 || error.status >= 500 : error instanceof TypeError) return undefined;
  throw error;
}
