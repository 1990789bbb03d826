import { collectionPath } from "@cmgen/model";
import { stateTag } from "@cmgen/model/internal";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { transport } from "./connection.js";
import { listOf, recordOf, textOf, type Json } from "./json.js";
import { modelKey, type Model } from "./model.js";
import type { ServedObject } from "./objects.js";

/** A version of an object, as a list of them has it. */
export interface HistoryItem {
  /** Objects that had the name one after another have different ones. */
  readonly uid: string;
  readonly version: number;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** When, by whom and how it was written, as far as that is known. */
  readonly time: string | undefined;
  readonly actor: string | undefined;
  readonly verb: string | undefined;
}

/** Which version of which object is meant. */
export type VersionOf = Pick<HistoryItem, "uid" | "version">;

/** Versions of a page. */
const PAGE = 50;

/**
 * The versions of a name, the newest first.
 *
 * @param now the version that the object has: another one is asked for again.
 */
export function historyQuery(model: Model, name: string, now: number | undefined) {
  return infiniteQueryOptions({
    queryKey: ["history", modelKey(model), name, now],
    queryFn: async ({ signal, pageParam }) => {
      const query = new URLSearchParams({ limit: String(PAGE), ...(pageParam !== "" && { continue: pageParam }) });
      const path = historyPath(model, name);
      const body = recordOf(await transport.value({ method: "GET", path, query, options: { signal } }));
      return {
        items: listOf(body["items"]).map((each) => itemOf(recordOf(each))),
        next: textOf(recordOf(body["metadata"])["continue"]),
      };
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
}

function itemOf({ uid, version, type, time, actor, verb }: Json): HistoryItem {
  return {
    uid: textOf(uid) ?? "",
    version: Number(version),
    type: type === "ADDED" || type === "DELETED" ? type : "MODIFIED",
    time: textOf(time),
    actor: textOf(actor),
    verb: textOf(verb),
  };
}

/** An object as it was in a version, which stays what it is. */
export function versionQuery(model: Model, name: string, { uid, version }: VersionOf) {
  return queryOptions({
    queryKey: ["history", modelKey(model), name, "version", uid, version],
    queryFn: async ({ signal }): Promise<Json> =>
      recordOf(
        await transport.value({
          method: "GET",
          path: `${historyPath(model, name)}/${version}`,
          query: ofUid(uid),
          options: { signal },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Writes a version again.
 *
 * @param seen the object as the user saw it: one that has changed since is refused, and so is one that is there again where it was not.
 */
export async function restoreVersion(
  model: Model,
  name: string,
  { of, seen }: { readonly of: VersionOf; readonly seen: ServedObject | undefined },
): Promise<void> {
  await transport.value({
    method: "POST",
    path: `${historyPath(model, name)}/${of.version}/restore`,
    query: ofUid(of.uid),
    ...(seen === undefined ? { ifNoneMatch: "*" } : { ifMatch: stateTag(seen.metadata) }),
  });
}

/** Versions that were stored without a uid are of the object that is there. */
function ofUid(uid: string): URLSearchParams {
  return new URLSearchParams(uid === "" ? {} : { uid });
}

function historyPath(model: Model, name: string): string {
  return `${collectionPath(model)}/${encodeURIComponent(name)}/history`;
}
