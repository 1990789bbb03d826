import { apiVersionOf } from "@cmgen/model";
import type { MigrationStatus } from "@cmgen/store";
import { mayDo, type Session } from "../access/access-control.js";
import { ObjectAccess } from "../access/object-access.js";
import { isJsonObject, memberOf } from "../document/json-object.js";
import { ApiError } from "../error/api-error.js";
import { planQuery } from "../list/plan-list.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";
import { VersionView } from "../version/version-view.js";
import { scheduleItem } from "./controllers-page.js";
import { controllersPath } from "./controllers-path.js";
import { explainAccess } from "./explain-access.js";
import type { LogicRunners } from "./logic-runners.js";
import { admitOwn, ownAnswer, type OwnPath, type OwnRequest } from "./own-paths.js";
import { recentChangesPath } from "./recent-changes-path.js";
import { rolesPath } from "./roles-path.js";
import { tokenPaths } from "./token-paths.js";
import { userPaths } from "./user-paths.js";

export interface OperatorSources {
  readonly registry: PluginRegistry;
  readonly logic: LogicRunners;
  /** The migrations of the release and of the database, as they were when the process started. */
  readonly migrations: readonly MigrationStatus[];
}

/** What the console and the command line need beyond objects. Each path has a verb of roles, but for what is about the caller alone. */
export function operatorPaths({ registry, logic, migrations }: OperatorSources): readonly OwnPath[] {
  return [
    {
      method: "GET",
      path: "/admin/models",
      respond: async (asked) => ownAnswer({ items: await modelsOf(asked, registry) }),
    },
    inspection("/admin/plugins", () =>
      // Not the error, which may have what callers must not read.
      registry.statuses().map(({ name, state, reason, progress }) => ({
        name,
        state,
        ...(reason !== undefined && { reason }),
        ...(progress !== undefined && { progress }),
      })),
    ),
    controllersPath(logic),
    inspection("/admin/schedules", () => logic.schedules.states().map(scheduleItem)),
    inspection("/admin/migrations", () => migrations),
    recentChangesPath(registry.models),
    ...tokenPaths,
    ...userPaths,
    rolesPath,
    {
      method: "POST",
      path: "/admin/reconcile",
      async respond(asked) {
        await admitOwn(asked, { of: "operator", verb: "reconcile" });
        return ownAnswer(reconcile(logic, await asked.body()));
      },
    },
    {
      method: "POST",
      path: "/admin/explain",
      async respond(asked) {
        await admitOwn(asked, { of: "operator", verb: "explain" });
        return ownAnswer(await explainAccess(asked, registry.models));
      },
    },
  ];
}

function inspection(path: string, items: () => readonly object[]): OwnPath {
  return {
    method: "GET",
    path,
    async respond(asked) {
      await admitOwn(asked, { of: "operator", verb: "inspect" });
      return ownAnswer({ items: items() });
    },
  };
}

/** The models that the caller may list, with the number of objects that it sees. */
async function modelsOf(asked: OwnRequest, { models }: PluginRegistry): Promise<readonly object[]> {
  const session = await admitOwn(asked, { of: "self" });
  const { service } = asked;
  const served = models.filter((model) => model.served !== false);
  const visible = served.filter((model) => session === undefined || mayDo(session, model, { verb: "list" }));
  const items = [];
  for (const model of visible) {
    const { kind, plural, table } = model;
    const count = await countOf(service, model, session);
    const isOfUsers = table === service.users?.model.table;
    items.push({ apiVersion: apiVersionOf(model), kind, plural, count, ...(isOfUsers && { users: true }) });
  }
  return items;
}

async function countOf(
  service: OwnRequest["service"],
  model: ModelDescriptor,
  session: Session | undefined,
): Promise<number | undefined> {
  const view = new VersionView(model, service.pluginOf(model), service.shapeOf(model));
  const access = session && new ObjectAccess(view, session, { verb: "list" });
  const plan = planQuery(model, "page=1&size=1", { visibility: access?.visibility });
  return (await service.store.list(view.storage, plan)).total;
}

function reconcile({ controllers }: LogicRunners, body: unknown): object {
  const of = (name: string): unknown => (isJsonObject(body) ? memberOf(body, name) : undefined);
  const [plugin, controller, name] = [of("plugin"), of("controller"), of("name")];
  const isRead =
    typeof plugin === "string" && typeof controller === "string" && (name === undefined || typeof name === "string");
  if (!isRead)
    throw new ApiError(
      "BadRequest",
      "The body must have `plugin` and `controller`, and the object's `name` where it is for one.",
    );
  const outcome = controllers.reconcile({ plugin, controller }, name);
  if (outcome === "queued") return { queued: name ?? "all" };
  if (outcome === "unknown") throw new ApiError("NotFound", `There is no controller ${controller} of ${plugin}.`);
  throw new ApiError("NotReady", `Another process runs the controller ${controller} of ${plugin}. Ask that one.`, {
    headers: { "retry-after": "2" },
  });
}
