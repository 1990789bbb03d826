import { queryOptions } from "@tanstack/react-query";
import { transport } from "./connection.js";
import { listOf, recordOf, textOf } from "./json.js";

/** How often counts and states are asked for again while a page shows them, in milliseconds. */
const EVERY = 5000;
/** Counts are asked for after this many times as long as they took: a model of millions is not counted all the time because somebody looks. */
const PACE = 50;

/** How many objects the caller sees of each model that it may list. */
export interface ModelCount {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly count: number;
}

/** Counts, and how many milliseconds they took. */
interface Counts {
  readonly models: readonly ModelCount[];
  readonly took: number;
}

export const countsQuery = queryOptions({
  queryKey: ["operator", "models"],
  queryFn: async ({ signal }): Promise<Counts> => {
    const began = performance.now();
    const answered = await items("/apis/-/admin/models", signal);
    const models = answered.map((item) => {
      const [group = "", version = ""] = (textOf(item["apiVersion"]) ?? "").split("/");
      return { group, version, plural: textOf(item["plural"]) ?? "", count: Number(item["count"]) };
    });
    return { models, took: performance.now() - began };
  },
  select: ({ models }) => models,
  staleTime: EVERY,
  refetchInterval: ({ state }) => Math.max(EVERY, (state.data?.took ?? 0) * PACE),
});

export interface PluginState {
  readonly name: string;
  readonly state: string;
  readonly reason: string | undefined;
}

export const pluginsQuery = queryOptions({
  queryKey: ["operator", "plugins"],
  queryFn: async ({ signal }): Promise<readonly PluginState[]> =>
    (await items("/apis/-/admin/plugins", signal)).map((item) => ({
      name: textOf(item["name"]) ?? "",
      state: textOf(item["state"]) ?? "",
      reason: textOf(item["reason"]),
    })),
  refetchInterval: EVERY,
});

async function items(path: string, signal: AbortSignal): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const body = recordOf(await transport.value({ method: "GET", path, options: { signal } }));
  return listOf(body["items"]).map(recordOf);
}
