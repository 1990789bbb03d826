import { expect, it } from "vitest";
import { silentLog } from "../log/log.js";
import { BuildReporter } from "./build-reporter.js";

const progress = { resource: "people.example.com", indexes: ["spec.name", "spec.age"], total: 200 };

it("logs a build's progress at its start, every five seconds and at its end", () => {
  const lines: unknown[] = [];
  let now = 0;
  const log = { ...silentLog, info: (...line: readonly unknown[]) => void lines.push([now, ...line]) };
  const reporter = new BuildReporter({ log, words: ["building indexes", "indexes built"], clock: () => now });
  for (const done of [0, 50, 100, 150, 200]) {
    reporter.report("people", { ...progress, done });
    now += 3000;
  }
  reporter.end("people", "built");
  reporter.end("people", "built");
  const { resource, indexes } = progress;
  expect(lines).toEqual([
    [0, { plugin: "people", ...progress, done: 0 }, "building indexes"],
    [6000, { plugin: "people", ...progress, done: 100 }, "building indexes"],
    [12_000, { plugin: "people", ...progress, done: 200 }, "building indexes"],
    [15_000, { plugin: "people", resource, indexes, objects: 200, seconds: 15 }, "indexes built"],
  ]);
});
