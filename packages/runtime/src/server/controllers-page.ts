import type { PageAnswer } from "../express/create-app.js";
import type { LogicRunners } from "./logic-runners.js";

/** What the controllers and schedules of this process are doing. */
interface LogicState {
  readonly controllers: readonly object[];
  readonly schedules: readonly object[];
}

/**
 * What the controllers and schedules of this process are doing, for JSON. Why something failed is in the log alone: errors may say what callers must
 * not read.
 */
export function controllersState({ controllers, schedules }: LogicRunners): LogicState {
  return {
    controllers: controllers.states().map(({ lastSuccess, failures, ...state }) => ({
      ...state,
      ...(lastSuccess !== undefined && { lastSuccess: instant(lastSuccess) }),
      failures: failures.map(({ key, attempts, since, retryAt }) => ({
        object: key,
        attempts,
        since: instant(since),
        retryAt: instant(retryAt),
      })),
    })),
    schedules: schedules.states().map(({ next, lastSuccess, ...state }) => ({
      ...state,
      ...(next !== undefined && { next: instant(next) }),
      ...(lastSuccess !== undefined && { lastSuccess: instant(lastSuccess) }),
    })),
  };
}

export function controllersPage(runners: LogicRunners): PageAnswer {
  return { status: 200, type: "application/json", body: JSON.stringify(controllersState(runners)) };
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
