import { apiVersionOf } from "@cmgen/model";
import { isProblem, type ApiProblem } from "@cmgen/client";
import { queryOptions } from "@tanstack/react-query";
import { sendBatch } from "./batch.js";
import { modelKey, type Model } from "./model.js";
import type { ServedObject } from "./objects.js";

/** What would become of a deletion now. */
export interface TrialDeletion {
  /** Why it would be refused. */
  readonly refusal: ApiProblem | undefined;
  /** What the object would wait for. */
  readonly warning: string | undefined;
}

/** Asks the service to delete an object without doing so: only it knows all that refers to it, and what its hooks say. */
export function trialDeletionQuery(model: Model, { metadata }: ServedObject) {
  const { name, uid, version } = metadata;
  return queryOptions({
    queryKey: ["trial deletion", modelKey(model), uid, version],
    queryFn: async ({ signal }): Promise<TrialDeletion> => {
      const { kind } = model;
      const operation = { op: "delete", apiVersion: apiVersionOf(model), kind, name, preconditions: { uid, version } };
      try {
        const [result] = await sendBatch([operation], { isTrial: true, signal });
        return { refusal: undefined, warning: result?.warning };
      } catch (error) {
        if (isProblem(error, "Referenced", "Invalid", "Conflict")) return { refusal: error, warning: undefined };
        throw error;
      }
    },
    gcTime: 0,
  });
}
