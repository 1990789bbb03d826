import type { PageAnswer } from "../express/create-app.js";
import type { ControllerState } from "../controller/controller-state.js";
import type { ScheduleState } from "../schedule/schedule-runner.js";
import type { LogicRunners } from "./logic-runners.js";

/** What the controllers and schedules of this process are doing. */
interface LogicState {
  readonly controllers: readonly object[];
  readonly schedules: readonly object[];
}

/** The page that is for everybody who may read pages: why something failed is left out, since errors may say what callers must not read. */
export function controllersPage({ controllers, schedules }: LogicRunners): PageAnswer {
  const state: LogicState = {
    controllers: controllers.states().map(controllerItem),
    schedules: schedules.states().map(scheduleItem),
  };
  return { status: 200, type: "application/json", body: JSON.stringify(state) };
}

/** A controller for JSON, without what it failed with. */
export function controllerItem(state: ControllerState): object {
  const { lastSuccess, failures, errors: _, models: __, ...counts } = state;
  return {
    ...counts,
    ...(lastSuccess !== undefined && { lastSuccess: instant(lastSuccess) }),
    failures: failures.map(({ key, attempts, since, retryAt }) => ({
      object: key,
      attempts,
      since: instant(since),
      retryAt: instant(retryAt),
    })),
  };
}

/** A schedule for JSON. */
export function scheduleItem({ next, lastSuccess, lastFailure, ...state }: ScheduleState): object {
  return {
    ...state,
    ...(next !== undefined && { next: instant(next) }),
    ...(lastSuccess !== undefined && { lastSuccess: instant(lastSuccess) }),
    ...(lastFailure !== undefined && { lastFailure: instant(lastFailure) }),
  };
}

/** Milliseconds since 1970 as JSON has them. */
export function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
