import { queryOptions } from "@tanstack/react-query";
import { transport } from "./connection.js";
import { listOf, recordOf, textOf, textsOf, type Json } from "./json.js";

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
  /** Whether its objects are the users who sign in. */
  readonly isOfUsers: boolean;
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
      const plural = textOf(item["plural"]) ?? "";
      return { group, version, plural, count: Number(item["count"]), isOfUsers: item["users"] === true };
    });
    return { models, took: performance.now() - began };
  },
  select: ({ models }) => models,
  staleTime: EVERY,
  refetchInterval: ({ state }) => Math.max(EVERY, (state.data?.took ?? 0) * PACE),
});

/** Work that goes over all objects of a resource before its plugin is served. */
export interface PluginProgress {
  readonly work: "evolve-steps" | "indexes";
  readonly resource: string;
  readonly names: readonly string[];
  readonly done: number;
  readonly total: number;
}

export interface PluginState {
  readonly name: string;
  readonly state: string;
  readonly reason: string | undefined;
  readonly progress: PluginProgress | undefined;
}

export const pluginsQuery = queryOptions({
  queryKey: ["operator", "plugins"],
  queryFn: async ({ signal }): Promise<readonly PluginState[]> =>
    (await items("/apis/-/admin/plugins", signal)).map((item) => ({
      name: textOf(item["name"]) ?? "",
      state: textOf(item["state"]) ?? "",
      reason: textOf(item["reason"]),
      progress: progressOf(item["progress"]),
    })),
  refetchInterval: EVERY,
});

function progressOf(value: unknown): PluginProgress | undefined {
  const { work, resource, names, done, total } = recordOf(value);
  if (work !== "evolve-steps" && work !== "indexes") return undefined;
  return { work, resource: textOf(resource) ?? "", names: textsOf(names), done: Number(done), total: Number(total) };
}

/** An object that a controller fails on. */
export interface ControllerFailure {
  readonly object: string;
  readonly attempts: number;
  readonly retryAt: string;
}

/** What a controller failed with lately. */
export interface ControllerError {
  readonly object: string;
  readonly time: string;
  /** Undefined where the caller may not read what it may quote. */
  readonly message: string | undefined;
}

export interface ControllerState {
  readonly plugin: string;
  readonly controller: string;
  /** `<plural>.<group>/<version>`. */
  readonly resource: string;
  /** Whether it runs in the process that answered. */
  readonly leads: boolean;
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failing: number;
  readonly lastSuccess: string | undefined;
  /** Some of those that are failing. */
  readonly failures: readonly ControllerFailure[];
  /** The last error of each of the objects that failed last, the newest first. */
  readonly errors: readonly ControllerError[];
}

export const controllersQuery = queryOptions({
  queryKey: ["operator", "controllers"],
  queryFn: async ({ signal }): Promise<readonly ControllerState[]> =>
    (await items("/apis/-/admin/controllers", signal)).map((item) => ({
      ...placeOf(item),
      controller: textOf(item["controller"]) ?? "",
      resource: textOf(item["resource"]) ?? "",
      waiting: Number(item["waiting"]),
      active: Number(item["active"]),
      delayed: Number(item["delayed"]),
      failing: Number(item["failing"]),
      failures: listOf(item["failures"]).map(recordOf).map(failureOf),
      errors: listOf(item["errors"]).map(recordOf).map(errorOf),
    })),
  refetchInterval: EVERY,
});

function failureOf({ object, attempts, retryAt }: Json): ControllerFailure {
  return { object: textOf(object) ?? "", attempts: Number(attempts), retryAt: textOf(retryAt) ?? "" };
}

function errorOf({ object, time, message }: Json): ControllerError {
  return { object: textOf(object) ?? "", time: textOf(time) ?? "", message: textOf(message) };
}

export interface ScheduleState {
  readonly plugin: string;
  readonly schedule: string;
  readonly leads: boolean;
  readonly next: string | undefined;
  readonly lastSuccess: string | undefined;
  readonly lastFailure: string | undefined;
}

export const schedulesQuery = queryOptions({
  queryKey: ["operator", "schedules"],
  queryFn: async ({ signal }): Promise<readonly ScheduleState[]> =>
    (await items("/apis/-/admin/schedules", signal)).map((item) => ({
      ...placeOf(item),
      schedule: textOf(item["schedule"]) ?? "",
      next: textOf(item["next"]),
      lastFailure: textOf(item["lastFailure"]),
    })),
  refetchInterval: EVERY,
});

function placeOf(item: Json): Pick<ScheduleState, "plugin" | "leads" | "lastSuccess"> {
  return {
    plugin: textOf(item["plugin"]) ?? "",
    leads: item["leads"] === true,
    lastSuccess: textOf(item["lastSuccess"]),
  };
}

export interface MigrationState {
  readonly name: string;
  readonly state: string;
}

/** As it was when the process started: asked for once. */
export const migrationsQuery = queryOptions({
  queryKey: ["operator", "migrations"],
  queryFn: async ({ signal }): Promise<readonly MigrationState[]> =>
    (await items("/apis/-/admin/migrations", signal)).map(({ name, state }) => ({
      name: textOf(name) ?? "",
      state: textOf(state) ?? "",
    })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Has a controller work on one object, or on all of them. */
export async function reconcile(
  controller: Pick<ControllerState, "plugin" | "controller">,
  name?: string,
): Promise<void> {
  const { plugin, controller: called } = controller;
  const body = { plugin, controller: called, ...(name !== undefined && { name }) };
  await transport.value({ method: "POST", path: "/apis/-/admin/reconcile", body });
}

async function items(path: string, signal: AbortSignal): Promise<readonly Json[]> {
  const body = recordOf(await transport.value({ method: "GET", path, options: { signal } }));
  return listOf(body["items"]).map(recordOf);
}
