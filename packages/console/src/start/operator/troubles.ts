import type { ControllerState, MigrationState, PluginState, ScheduleState } from "../../api/operator.js";
import { texts } from "../../texts.js";

/** Something that is not well. */
export interface Trouble {
  /** The part of the page that says more. */
  readonly at: "plugins" | "controllers" | "schedules" | "migrations";
  readonly text: string;
  /** The object that it is about, where it is one: of a controller's resource. */
  readonly failing?: Pick<ControllerState, "resource"> & { readonly object: string };
}

/** What operators look after. */
interface Looked {
  readonly plugins: readonly PluginState[];
  readonly controllers: readonly ControllerState[];
  readonly schedules: readonly ScheduleState[];
  readonly migrations: readonly MigrationState[];
}

/** What is not well in a service, as far as the process that answers knows. */
export function troublesOf({ plugins, controllers, schedules, migrations }: Looked): readonly Trouble[] {
  const { health } = texts;
  const odd = migrations.filter(({ state }) => state !== "applied").length;
  return [
    ...plugins
      .filter(({ state }) => state !== "started")
      .map(({ name, state }): Trouble => ({ at: "plugins", text: health.plugin(name, state) })),
    ...controllers.filter(({ failing }) => failing > 0).map(controllerTrouble),
    ...schedules
      .filter(({ lastSuccess = "", lastFailure }) => lastFailure !== undefined && lastFailure > lastSuccess)
      .map(({ plugin, schedule }): Trouble => ({ at: "schedules", text: health.schedule(schedule, plugin) })),
    ...(odd > 0 ? [{ at: "migrations", text: health.migrations(odd) } as const] : []),
  ];
}

function controllerTrouble({ plugin, controller, resource, failing, failures }: ControllerState): Trouble {
  const [first] = failures;
  if (failing > 1 || first === undefined)
    return { at: "controllers", text: texts.health.controller({ controller, plugin, failing }) };
  const text = texts.health.controllerOnOne(controller, plugin);
  return { at: "controllers", text, failing: { resource, object: first.object } };
}
