import { PassThrough } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import {
  type ChangeEvent,
  isErrorCode,
  type ResetEvent,
  type Stored,
  type WatchEvent,
  type WatchOptions,
} from "@cmgen/model";
import { selectionParameters } from "@cmgen/model/internal";
import { parsePosition } from "@cmgen/store";
import { ApiError } from "../error/api-error.js";
import { planSelection } from "../list/plan-list.js";
import type { ExtensionObject } from "../model/model-descriptor.js";
import type { OwnCall } from "../resource/resource.js";
import type { WriteContext } from "../resource/write-context.js";
import type { ChangeSource } from "../watch/change-source.js";
import { invalidParameter, type WatchPlan } from "../watch/plan-watch.js";
import { printNdjson } from "../watch/watch-events.js";
import { watchObjects } from "../watch/watch-objects.js";

/** Pause before a watch that failed begins again, in milliseconds. */
const AGAIN_MS = 1000;

export interface OwnWatch<T extends ExtensionObject> {
  readonly context: WriteContext;
  readonly changes: ChangeSource;
  readonly options: WatchOptions<unknown> & OwnCall;
  /** All objects selected, and the revision that they were read at. */
  readonly list: () => Promise<ResetEvent<Stored<T>>>;
}

type Change<T extends ExtensionObject> = ChangeEvent<Stored<T>> | ResetEvent<Stored<T>>;

/** Changes as a client's watch gives them. It ends when the service stops, or the signal is aborted; a database that is away is waited for. */
export async function* watchOwn<T extends ExtensionObject>(
  watch: OwnWatch<T>,
): AsyncGenerator<Change<T>, void, undefined> {
  const { changes, options, list } = watch;
  const { relist = false, signal } = options;
  let position = options.resourceVersion;
  const isOver = (): boolean => signal?.aborted === true || changes.stopped;
  while (!isOver()) {
    try {
      if (position === undefined && relist) {
        const all = await list();
        position = all.resourceVersion;
        yield all;
      }
      for await (const event of eventsFrom<T>(watch, position)) {
        position = event.resourceVersion;
        if (event.type !== "BOOKMARK") yield event;
      }
    } catch (error) {
      if (isOver()) return;
      const { code, status } = ApiError.from(error);
      if (relist && code === "Expired") position = undefined;
      else if (status < 500 && status !== 429) throw error;
      await delay(AGAIN_MS, undefined, signal && { signal }).catch(() => {});
    }
  }
}

type Event<T extends ExtensionObject> = Exclude<WatchEvent<Stored<T>>, { readonly type: "ERROR" }>;

async function* eventsFrom<T extends ExtensionObject>(
  { context, changes, options }: OwnWatch<T>,
  from: string | undefined,
): AsyncGenerator<Event<T>, void, undefined> {
  const plan = planOf(context, options, from);
  const ends = await changes.ends();
  if (plan.position !== undefined) await changes.assertPast(plan.position);
  const { access } = context;
  const sight = access && { scope: access.scope, isValid: access.isValid };
  const live = watchObjects({ ...context, changes, ends, sight }, plan, printNdjson);
  // Whole texts, as they are written: one has the lines of several events.
  const texts = new PassThrough({ objectMode: true, ...(options.signal && { signal: options.signal }) });
  live.start({
    write(text, onDrain) {
      if (texts.write(text)) return true;
      texts.once("drain", onDrain);
      return false;
    },
    end: () => void texts.end(),
  });
  try {
    for await (const text of texts as AsyncIterable<Buffer>) yield* parseEvents<T>(text);
  } finally {
    live.stop();
    texts.destroy();
  }
}

function planOf(context: WriteContext, options: WatchOptions<unknown>, from: string | undefined): WatchPlan {
  const visibility = context.access?.visibility;
  const selection = planSelection(context.view.model, selectionParameters(options), { visibility });
  if (from === undefined) return { selection };
  const position = parsePosition(from);
  if (position === undefined) throw invalidParameter("resourceVersion", "must be that of a list or an event");
  return { selection, position };
}

/** @throws {ApiError} that ended the watch. */
function* parseEvents<T extends ExtensionObject>(text: Buffer): Generator<Event<T>, void, undefined> {
  for (const line of text.toString().split("\n")) {
    if (line === "") continue;
    // Printed above, from objects of the model's type.
    const event = JSON.parse(line) as WatchEvent<Stored<T>>;
    if (event.type !== "ERROR") {
      yield event;
      continue;
    }
    const { code, detail = "The watch failed." } = event.object;
    throw new ApiError(isErrorCode(code) ? code : "InternalError", detail);
  }
}
