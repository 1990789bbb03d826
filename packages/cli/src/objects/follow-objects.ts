import { ApiProblem } from "@cmgen/client";

import type { Connection } from "../server/connect.js";
import { conditionsOf, readObjects, type ObjectQuery } from "./read-objects.js";
import { objectsOf } from "./resource-objects.js";
import { checkServedObject, type ServedObject } from "./served-object.js";
import type { ServedResource } from "./served-resource.js";

/** Objects that are followed. */
export interface Following {
  readonly connection: Connection;
  readonly resource: ServedResource;
  readonly query: ObjectQuery;
  /** Whether the objects that are there already are told too, as `ADDED`. */
  readonly isListed: boolean;
  readonly signal: AbortSignal;
}

export type ChangeType = "ADDED" | "MODIFIED" | "DELETED";

/** What happens to objects that are followed; after a `RESET` all of them are told again. */
export type Followed =
  | { readonly type: ChangeType; readonly objects: readonly ServedObject[] }
  | { readonly type: "RESET" };

/** Lists, then watches; and again where the service no longer has what is to come next. Ends when the signal is aborted. */
export async function* followObjects(following: Following): AsyncGenerator<Followed, void> {
  const { signal } = following;
  let { isListed } = following;
  try {
    while (!signal.aborted) {
      const revision = isListed ? yield* list(following) : undefined;
      try {
        for await (const { type, object } of changes(following, revision)) {
          yield { type, objects: [checkServedObject(object)] };
        }
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== "Expired") throw error;
        // Changes have been missed: only a list of all objects says what became of them.
        yield { type: "RESET" };
        isListed = true;
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Tells all objects, and returns the revision that the first of them were of: what has changed since then is yet to come. */
async function* list({ connection, resource, query, signal }: Following): AsyncGenerator<Followed, string | undefined> {
  let revision: string | undefined;
  for await (const { objects, resourceVersion } of readObjects(connection, resource, { ...query, signal })) {
    revision ??= resourceVersion;
    yield { type: "ADDED", objects };
  }
  return revision;
}

function changes(
  { connection, resource, query, signal }: Following,
  resourceVersion: string | undefined,
): AsyncIterable<{ readonly type: ChangeType; readonly object: ServedObject }> {
  const from = resourceVersion === undefined ? {} : { resourceVersion };
  return objectsOf(connection, resource).watch({ signal, ...from, ...conditionsOf(query) });
}
