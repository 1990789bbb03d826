import { ControllerRunner } from "../controller/controller-runner.js";
import { joinPending, type PendingWork } from "../controller/pending-work.js";
import type { Service } from "../host/service.js";
import type { Metrics } from "../metrics/metrics.js";
import type { Plugin } from "../plugin/plugin.js";
import type { Controller } from "../controller/controller.js";
import { ScheduleRunner } from "../schedule/schedule-runner.js";

/** Runs the controllers and schedules of all plugins. */
export class LogicRunners {
  readonly controllers: ControllerRunner;
  readonly schedules: ScheduleRunner;

  constructor(service: Service, metrics: Metrics) {
    this.controllers = new ControllerRunner(service, metrics);
    this.schedules = new ScheduleRunner(service, metrics);
  }

  /** @param controllers besides the plugin's own. */
  startPlugin(plugin: Plugin, controllers: readonly Controller[]): void {
    for (const controller of [...plugin.controllers, ...controllers]) this.controllers.start(plugin.name, controller);
    for (const schedule of plugin.schedules ?? []) this.schedules.start(plugin.name, schedule);
  }

  /** Stops those of a plugin in this process. */
  stopPlugin(plugin: string): void {
    this.controllers.stopPlugin(plugin);
    this.schedules.stopPlugin(plugin);
  }

  /** What is left to do without a request. */
  pending(): PendingWork {
    return joinPending([this.controllers.pending(), this.schedules.pending()]);
  }

  /** Stops all, and waits for running work, up to a number of milliseconds. */
  async stop(timeoutMs: number): Promise<void> {
    await Promise.all([this.controllers.stop(timeoutMs), this.schedules.stop(timeoutMs)]);
  }
}
