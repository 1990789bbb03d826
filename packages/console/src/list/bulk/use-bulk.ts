import { isProblem } from "@cmgen/client";
import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import type { Model } from "../../api/model.js";
import { objectsOf, type ServedObject } from "../../api/objects.js";
import type { BulkAction } from "./bulk-action.js";
import { isRefused, runBulk, type BulkOutcome } from "./run-bulk.js";

/** Work on several objects: first it is tried, then it is done. */
export interface Bulk {
  readonly objects: readonly ServedObject[];
  /** What would become of each object, or did. */
  readonly outcomes: readonly BulkOutcome[] | undefined;
  readonly refused: number;
  readonly isBusy: boolean;
  readonly isDone: boolean;
  /** What is not about any of the objects. */
  readonly error: Error | null;
  /** Finds out what would become of the objects. */
  readonly tryOut: (action: BulkAction) => void;
  /** Forgets what was found out. */
  readonly reset: () => void;
  readonly run: () => void;
  /** Tries again without the objects that were refused. */
  readonly leaveOut: () => void;
  /** Tries again with those that somebody has changed as they are now. */
  readonly renew: () => void;
}

export function useBulk(model: Model, given: readonly ServedObject[], onDone: () => void): Bulk {
  const [{ objects, action }, setWork] = useState<{ objects: readonly ServedObject[]; action?: BulkAction }>({
    objects: given,
  });
  const trial = useMutation({ mutationFn: (work: Work) => runBulk({ model, ...work }, true) });
  const running = useRun(model, onDone);
  const renewing = useRenewal(model);
  const tryWith = (work: Work): void => {
    setWork(work);
    running.reset();
    trial.mutate(work);
  };
  const outcomes = running.data ?? trial.data;
  const again = (some: readonly ServedObject[]): void => {
    if (action !== undefined) tryWith({ objects: some, action });
  };
  return {
    objects,
    outcomes,
    refused: outcomes?.filter(isRefused).length ?? 0,
    isBusy: trial.isPending || running.isPending || renewing.isPending,
    isDone: running.data !== undefined && !running.data.some(isRefused),
    error: running.error ?? trial.error ?? renewing.error,
    tryOut: (next) => tryWith({ objects, action: next }),
    reset: () => {
      for (const each of [trial, running, renewing]) each.reset();
    },
    run: () => action !== undefined && running.mutate({ objects, action }),
    leaveOut: () => again((outcomes ?? []).filter((each) => !isRefused(each)).map(({ before }) => before)),
    renew: () => renewing.mutate(outcomes ?? [], { onSuccess: again }),
  };
}

function useRun(model: Model, onDone: () => void): UseMutationResult<readonly BulkOutcome[], Error, Work> {
  const cache = useQueryClient();
  const { queries } = objectsOf(model);
  return useMutation({
    mutationKey: queries.key,
    mutationFn: (work) => runBulk({ model, ...work }, false),
    onSuccess: async (outcomes) => {
      if (outcomes.some(isRefused)) return;
      onDone();
      await cache.invalidateQueries({ queryKey: queries.key });
    },
  });
}

/** Reads those objects again that somebody has changed. */
function useRenewal(model: Model): UseMutationResult<readonly ServedObject[], Error, readonly BulkOutcome[]> {
  const { client } = objectsOf(model);
  return useMutation({
    mutationFn: async (outcomes) => {
      const found: ServedObject[] = [];
      for (const { before, refusals } of outcomes) {
        const hasChanged = refusals.some(({ code }) => code === "Conflict");
        found.push(hasChanged ? await newest(client.get, before) : before);
      }
      return found;
    },
  });
}

interface Work {
  readonly objects: readonly ServedObject[];
  readonly action: BulkAction;
}

/** An object as it is now. One that is gone stays as it was: the next trial says so. Another one of its name is not the one that was selected. */
async function newest(get: (name: string) => Promise<ServedObject>, before: ServedObject): Promise<ServedObject> {
  try {
    const now = await get(before.metadata.name);
    return now.metadata.uid === before.metadata.uid ? now : before;
  } catch (error) {
    if (isProblem(error, "NotFound")) return before;
    throw error;
  }
}
