import type { BookmarkEvent, ChangeEvent, WatchEvent } from "@cmgen/model";
import { ApiProblem, isProblemDetails } from "./api-problem.js";
import type { ReconnectOptions } from "./client-options.js";
import { parseJson } from "./parse-json.js";
import { readLines } from "./read-lines.js";
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

/**
 * The events of one connection until it ends or breaks.
 * @throws {UnexpectedResponse} where it is not a watch: a proxy's page, say.
 */
async function* eventsOf<Stored>(
  response: Response | undefined,
): AsyncGenerator<ChangeEvent<Stored> | BookmarkEvent, void, undefined> {
  if (!response?.body) return;
  try {
    for await (const line of readLines(response.body)) {
      const event = parseJson(line);
      if (!isWatchEvent<Stored>(event)) {
        throw new UnexpectedResponse({ url: response.url, status: response.status, body: line });
      }
      if (event.type === "ERROR") throw new ApiProblem(event.object);
      yield event;
    }
  } catch (error) {
    orBroken(error);
  }
}

/** Told by its members alone: that the object is of the client's type is the service's word, as in every answer. */
function isWatchEvent<Stored>(event: unknown): event is WatchEvent<Stored> {
  if (typeof event !== "object" || event === null || !("type" in event) || !("object" in event)) return false;
  if (event.type === "ERROR") return isProblemDetails(event.object);
  return "resourceVersion" in event && typeof event.resourceVersion === "string";
}

/** Returns where another connection may help: this one broke, or the service is down or busy. Throws everything else. */
function orBroken(error: unknown): undefined {
  const refused = error instanceof ApiProblem || error instanceof UnexpectedResponse;
  if (refused ? error.status === 429 || error.status >= 500 : error instanceof TypeError) return undefined;
  throw error;
}
