import { intervalMs } from "@cmgen/model/internal";
import { Cron } from "croner";

import { diagnose } from "../../diagnostic/diagnose.js";
import { uncapitalized } from "../../model/name-case.js";
import type { Rule } from "../rule.js";

/** What runs at certain times says times that there are: a service whose schedule does not would not start. */
export const schedulesHaveTimes: Rule = function* ({ project }) {
  for (const { every, cron, timeZone } of project.schedules) {
    if (every !== undefined && intervalMs(every.text) === undefined) {
      const problem = "an interval is a whole number of seconds, minutes, hours or days";
      yield diagnose("CM6201", every.span, { option: "every", text: every.text, problem });
    }
    const zone = typeof timeZone === "object" && isTimeZone(timeZone.text) ? timeZone.text : "UTC";
    const problem = cron && cronProblem(cron.text, zone);
    if (cron !== undefined && problem !== undefined)
      yield diagnose("CM6201", cron.span, { option: "cron", text: cron.text, problem });
    if (typeof timeZone === "object" && !isTimeZone(timeZone.text)) {
      const wrong = "it is not the name of a time zone, such as Europe/Berlin";
      yield diagnose("CM6201", timeZone.span, { option: "timeZone", text: timeZone.text, problem: wrong });
    }
  }
};

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** By the library that the runtime reads them with; a test compares the two. */
function cronProblem(expression: string, timezone: string): string | undefined {
  try {
    const cron = new Cron(expression, { paused: true, timezone });
    if (cron.getOnce() !== null) return "it is a single time";
    return cron.nextRun() === null ? "no date has this day and month" : undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return uncapitalized(reason.replace(/^Cron\w*: /, "").replace(/\.$/, ""));
  }
}
