import { infiniteQueryOptions } from "@tanstack/react-query";
import { transport } from "./connection.js";
import { listOf, recordOf, textOf, type Json } from "./json.js";

/** What somebody has changed. */
export interface RecentChange {
  readonly revision: number;
  readonly time: string;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  readonly name: string;
  readonly version: number;
  readonly actor: string | undefined;
  readonly verb: string | undefined;
}

/** Which changes are asked for; all that the caller may see where nothing is said. */
export interface ChangesFilter {
  readonly actor?: string;
  /** `people`, or `people.people.example.com`. */
  readonly resource?: string;
  readonly name?: string;
}

/** How often the newest are asked for again, in milliseconds: the service reads them from its log. */
const EVERY = 10_000;

/** The last changes, the newest first, as far back as the service's log goes. */
export function changesQuery(filter: ChangesFilter, limit: number) {
  return infiniteQueryOptions({
    queryKey: ["operator", "changes", filter, limit],
    queryFn: async ({ signal, pageParam }) => {
      const query = new URLSearchParams({
        limit: String(limit),
        ...filter,
        ...(pageParam !== "" && { continue: pageParam }),
      });
      const path = "/apis/-/admin/changes";
      const body = recordOf(await transport.value({ method: "GET", path, query, options: { signal } }));
      return {
        items: listOf(body["items"]).map((each) => changeOf(recordOf(each))),
        next: textOf(recordOf(body["metadata"])["continue"]),
      };
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    // Pages that somebody has turned to stay as they are.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : EVERY),
  });
}

function changeOf({ revision, time, type, group, plural, kind, name, version, actor, verb }: Json): RecentChange {
  return {
    revision: Number(revision),
    time: textOf(time) ?? "",
    type: type === "ADDED" || type === "DELETED" ? type : "MODIFIED",
    group: textOf(group) ?? "",
    plural: textOf(plural) ?? "",
    kind: textOf(kind) ?? "",
    name: textOf(name) ?? "",
    version: Number(version),
    actor: textOf(actor),
    verb: textOf(verb),
  };
}
