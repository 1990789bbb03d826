import { printLabels, type Gauge } from "../metrics/metrics.js";
import type { ControllerRunner, ControllerState } from "./controller-runner.js";

/** Metrics of controllers, by plugin, controller and resource: two plugins may have controllers with the same name. */
export function controllerGauges(controllers: Pick<ControllerRunner, "states">): readonly Gauge[] {
  const read = (value: (state: ControllerState) => number) => (): ReadonlyMap<string, number> =>
    new Map(controllers.states().map((state) => [labelsOf(state), value(state)]));
  return [
    { name: "cmgen_controller_queue", help: "Objects waiting to be reconciled.", read: read(({ depth }) => depth) },
    {
      name: "cmgen_controller_leading",
      help: "1 where the controller runs in this process, 0 where it runs in another.",
      read: read(({ leads }) => Number(leads)),
    },
  ];
}

function labelsOf({ plugin, controller, resource }: ControllerState): string {
  return printLabels({ plugin, controller, resource });
}
