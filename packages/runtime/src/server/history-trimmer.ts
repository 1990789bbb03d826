import { setTimeout as delay } from "node:timers/promises";
import { durationMs } from "@cmgen/model/internal";
import type { HeldLock, HistoryPosition, Store } from "@cmgen/store";
import { backgroundSlot } from "../background/background-slot.js";
import { leadWhenHeld } from "../controller/leadership.js";
import type { Log } from "../log/log.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";

/** How often histories are trimmed: as often as makes a small part of their time, within these bounds. */
const SHORTEST_MS = 1000;
const LONGEST_MS = 60_000;
const PARTS = 20;

/** Names the lock: one process at a time trims. */
const LOCK = "history";

interface TrimmedModel {
  readonly model: ModelDescriptor;
  readonly keepMs: number;
  readonly versions: number | undefined;
}

/**
 * Removes versions of objects that are too old, or too many, in small parts. A process that is killed leaves nothing half done: the next begins again, and
 * removes the same. Returns a function that stops this.
 */
export function trimHistories(
  models: readonly ModelDescriptor[],
  { store, log }: { readonly store: Store; readonly log: Log },
): () => Promise<void> {
  const trimmed = trimmedModels(models);
  if (trimmed.length === 0) return async () => undefined;
  const stopping = new AbortController();
  const ended = leadWhenHeld({ locks: store.locks, name: LOCK, log, signal: stopping.signal }, (signal, lock) =>
    trimRegularly(trimmed, store, { signal, lock }),
  );
  return async () => {
    stopping.abort();
    await ended;
  };
}

function trimmedModels(models: readonly ModelDescriptor[]): readonly TrimmedModel[] {
  return models.flatMap((model) => {
    const { history, storage } = model;
    const keepMs = durationMs(history?.keep);
    if (history === undefined || storage !== undefined || keepMs === undefined) return [];
    return [{ model, keepMs, versions: history.versions }];
  });
}

async function trimRegularly(
  trimmed: readonly TrimmedModel[],
  store: Store,
  held: { readonly signal: AbortSignal; readonly lock: HeldLock },
): Promise<void> {
  const { signal } = held;
  const positions = new Map<TrimmedModel, HistoryPosition>();
  const shortest = Math.min(...trimmed.map(({ keepMs }) => keepMs));
  const interval = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, shortest / PARTS));
  while (!signal.aborted) {
    for (const each of trimmed) await trimModel(each, store, { ...held, positions });
    await delay(interval, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

async function trimModel(
  trimmed: TrimmedModel,
  { history, now }: Store,
  held: {
    readonly signal: AbortSignal;
    readonly lock: HeldLock;
    readonly positions: Map<TrimmedModel, HistoryPosition>;
  },
): Promise<void> {
  const { model, keepMs, versions } = trimmed;
  for (let isDone = false; !isDone && !held.signal.aborted && held.lock.isHeld();) {
    const from = held.positions.get(trimmed) ?? { aged: 0, counted: 0 };
    const next = await history.trim(model, { until: now() - keepMs, versions }, from);
    held.positions.set(trimmed, next);
    ({ isDone } = next);
    await backgroundSlot();
  }
}
