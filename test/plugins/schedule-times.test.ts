import { defineSchedule } from "@cmgen/runtime";
import { expect, it } from "vitest";
import { checkContext } from "../../packages/generator/src/check/check-context.js";
import type { ScheduleModule } from "../../packages/generator/src/model/model.js";
import { schedulesHaveTimes } from "../../packages/generator/src/check/rules/schedules-have-times.js";
import { people } from "../../packages/generator/src/model/people.test.fixture.js";

interface Times {
  readonly every?: string;
  readonly cron?: string;
  readonly timeZone?: string;
}

const times: readonly Times[] = [
  ...["15m", "30s", "1d", "6h", "0s", "-1m", "1.5h", "15", "15 m", "m", "", "1w", "99999999999999999d"].map(
    (every) => ({ every }),
  ),
  ...["0 3 * * *", "*/10 * * * * *", "0 6 * * MON-FRI", "0 0 29 2 *", "@daily", "0 0 L * *"].map((cron) => ({ cron })),
  ...["every day", "0 25 * * *", "* * *", "0 0 30 2 *", "2030-01-01T00:00:00", ""].map((cron) => ({ cron })),
  ...["Europe/Berlin", "UTC", "+02:00", "Europe/Atlantis", ""].map((timeZone) => ({ cron: "0 3 * * *", timeZone })),
];

const start = { line: 1, column: 1 };
const span = { file: "src/schedules/a.ts", start, end: start };

function problemsOf(given: Times): readonly unknown[] {
  const written = Object.entries(given).map(([name, text]) => [name, { text: text as string, span }]);
  const module: ScheduleModule = { module: span.file, name: "a", ...(Object.fromEntries(written) as object) };
  const project = { ...people, schedules: [module] };
  return [...schedulesHaveTimes(checkContext(project, { reservedGroupSuffixes: [] }))];
}

function isRefused(given: Times): boolean {
  try {
    // What the compiler would refuse is tried, too.
    defineSchedule({ name: "a", run: async () => {}, ...given } as never);
    return false;
  } catch {
    return true;
  }
}

it.each(times.map((given) => [JSON.stringify(given), given] as const))(
  "%s is judged as by a service that starts",
  (_, given) => {
    expect(problemsOf(given).length > 0).toBe(isRefused(given));
  },
);
