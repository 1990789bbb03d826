import { apiVersionOf } from "@cmgen/model";
import { isProblem, type ApiProblem } from "@cmgen/client";
import { queryOptions } from "@tanstack/react-query";
import { transport } from "./connection.js";
import { listOf, recordOf, textOf } from "./json.js";
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
      const body = { dryRun: true, operations: [operation] };
      try {
        const answer = await transport.value({ method: "POST", path: "/apis/-/batch", body, options: { signal } });
        const [result] = listOf(recordOf(answer)["results"]);
        return { refusal: undefined, warning: textOf(recordOf(result)["warning"]) };
      } catch (error) {
        if (isProblem(error, "Referenced", "Invalid", "Conflict")) return { refusal: error, warning: undefined };
        throw error;
      }
    },
    gcTime: 0,
  });
}
