import { expect, it } from "vitest";
import type { ControllerState, ScheduleState } from "../../api/operator.js";
import { troublesOf } from "./troubles.js";

const nothing = { plugins: [], controllers: [], schedules: [], migrations: [] };

const controller = (failing: number): ControllerState => ({
  plugin: "shop",
  controller: "pay",
  resource: "orders.shop.example.com/v1",
  leads: true,
  waiting: 0,
  active: 0,
  delayed: 0,
  failing,
  lastSuccess: undefined,
  failures: failing > 0 ? [{ object: "o1", attempts: 3, retryAt: "2030-01-01T00:00:00Z" }] : [],
  errors: [{ object: "o1", time: "2030-01-01T00:00:00Z", message: "No." }],
});

const schedule = (lastSuccess: string | undefined, lastFailure: string | undefined): ScheduleState => ({
  plugin: "shop",
  schedule: "bills",
  leads: true,
  next: undefined,
  lastSuccess,
  lastFailure,
});

it("nothing is wrong with what is started, has nothing to do, or has succeeded since", () => {
  expect(troublesOf(nothing)).toEqual([]);
  const plugins = [{ name: "shop", state: "started", reason: undefined, progress: undefined }];
  const schedules = [schedule(undefined, undefined), schedule("2030-01-02T00:00:00Z", "2030-01-01T00:00:00Z")];
  const migrations = [{ name: "1", state: "applied" }];
  expect(troublesOf({ plugins, controllers: [controller(0)], schedules, migrations })).toEqual([]);
});

it.each([
  [
    { plugins: [{ name: "shop", state: "failed", reason: "no", progress: undefined }] },
    { at: "plugins", text: "The plugin shop is not started: failed." },
  ],
  [
    { controllers: [controller(1)] },
    {
      at: "controllers",
      text: "The controller pay of shop fails on",
      failing: { resource: "orders.shop.example.com/v1", object: "o1" },
    },
  ],
  [
    { controllers: [controller(1234)] },
    { at: "controllers", text: "The controller pay of shop fails on 1,234 objects." },
  ],
  [
    { schedules: [schedule("2030-01-01T00:00:00Z", "2030-01-02T00:00:00Z")] },
    { at: "schedules", text: "The last run of the schedule bills of shop failed." },
  ],
  [
    {
      migrations: [
        { name: "1", state: "missing" },
        { name: "2", state: "pending" },
      ],
    },
    { at: "migrations", text: "2 migrations are not as this release expects." },
  ],
])("%j", (looked, trouble) => {
  expect(troublesOf({ ...nothing, ...looked })).toEqual([trouble]);
});
