import type { BookmarkEvent, ChangeEvent, ResetEvent, WatchEvent } from "@cmgen/model";
import { ApiProblem, isProblem, isProblemDetails, refusal, unexpectedResponse } from "./api-problem.js";
import type { ReconnectOptions } from "./client-options.js";
import { parseJson } from "./parse-json.js";
import { readLines } from "./read-lines.js";
import type { Watched } from "./resource-client.js";
import { jittered, pause, reconnectDelays } from "./retry.js";

/** Where a watch's events come from. */
export interface WatchSource<Stored> {
  /** The revision to start after; without one the watch starts as after an expired one. */
  readonly resourceVersion: string | undefined;
  /** Where to start from now: the newest revision, and all objects where the watch is to list them. */
  begin(): Promise<ResetEvent<Stored> | Pick<ResetEvent<Stored>, "resourceVersion">>;
  /** Whether to begin again where a revision has expired; else that ends the watch. */
  readonly relist: boolean;
  /** Opens the stream of what came after `resourceVersion`. */
  open(resourceVersion: string): Promise<Response>;
  readonly signal: AbortSignal | undefined;
  readonly reconnect: ReconnectOptions;
}

/**
 * Follows a watch over broken connections: takes up after the last revision seen, and waits longer each time that fails. Ends where the
 * signal is aborted. Until the first connection is open, every failure ends it too.
 */
export async function* watchChanges<Stored>(
  source: WatchSource<Stored>,
): AsyncGenerator<Watched<Stored>, void, undefined> {
  try {
    yield* follow(source);
  } catch (error) {
    if (!source.signal?.aborted) throw error;
  }
}

async function* follow<Stored>(source: WatchSource<Stored>): AsyncGenerator<Watched<Stored>, void, undefined> {
  const [first, longest] = reconnectDelays(source.reconnect);
  let { resourceVersion } = source;
  let opened = false;
  for (let delay = first; ; delay = Math.min(delay * 2, longest)) {
    try {
      if (resourceVersion === undefined) {
        const beginning = await source.begin();
        ({ resourceVersion } = beginning);
        if ("type" in beginning) yield beginning;
      }
      const response = await source.open(resourceVersion);
      opened = true;
      for await (const event of eventsOf<Stored>(response)) {
        ({ resourceVersion } = event);
        delay = first;
        if (event.type !== "BOOKMARK") yield event;
      }
    } catch (error) {
      if (source.relist && isProblem(error, "Expired")) resourceVersion = undefined;
      else if (!opened || !isBroken(error)) throw error;
    }
    // Watchers that lost one server do not all come back at once.
    await pause(jittered(delay), source.signal);
  }
}

/**
 * The events of one connection until it ends.
 * @throws {ApiProblem} `UnexpectedResponse` where it is not a watch: a proxy's page, say.
 */
async function* eventsOf<Stored>(
  response: Response,
): AsyncGenerator<ChangeEvent<Stored> | BookmarkEvent, void, undefined> {
  if (!response.body) return;
  for await (const line of readLines(response.body)) {
    const event = parseJson(line);
    if (!isWatchEvent<Stored>(event)) {
      throw unexpectedResponse({ url: response.url, status: response.status, body: line });
    }
    if (event.type === "ERROR") throw refusal(event.object);
    yield event;
  }
}

/** Told by its members alone: that the object is of the client's type is the service's word, as in every answer. */
function isWatchEvent<Stored>(event: unknown): event is WatchEvent<Stored> {
  if (typeof event !== "object" || event === null || !("type" in event) || !("object" in event)) return false;
  if (event.type === "ERROR") return isProblemDetails(event.object);
  return "resourceVersion" in event && typeof event.resourceVersion === "string";
}

/** Whether another connection may help: this one broke, or the service is down or busy. */
function isBroken(error: unknown): boolean {
  // Lines that break off are a TypeError of the stream's.
  if (!(error instanceof ApiProblem)) return error instanceof TypeError;
  const { code, status } = error;
  return code === "NetworkError" || code === "Timeout" || status === 429 || status >= 500;
}
