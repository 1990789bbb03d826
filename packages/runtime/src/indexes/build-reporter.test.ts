import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createTextLog } from "../server/log.js";
import { StatusLine, type LineOutput } from "../server/status-line.js";
import { BuildReporter, printBar } from "./build-reporter.js";

const clear = "\r\u001b[K";
const progress = { resource: "people.example.com", indexes: ["spec.name", "spec.age"], total: 200 };

/** Tells of a build of 12 seconds, and what arrives at an output. */
async function told(output: Pick<LineOutput, "isTTY" | "columns">): Promise<string> {
  let text = "";
  let now = 0;
  const status = new StatusLine({ ...output, write: (part) => (text += part) });
  const log = createTextLog(
    (line) => status.write(line),
    () => new Date(now),
  );
  const reporter = new BuildReporter({ log, status, clock: () => now });
  await delay(250);
  for (const done of [0, 50, 100, 150, 200]) {
    reporter.report("people", { ...progress, done });
    now += 3000;
  }
  reporter.end("people", "built");
  return text;
}

describe("telling how far a build is", () => {
  it("is lines at its begin, every five seconds and at its end, and nothing else in a file", async () => {
    const lines = (await told({})).split("\n");
    expect(lines.map((line) => line.replace(/plugin=people resource=people.example.com indexes=\[.*?\]/, "…"))).toEqual(
      [
        "1970-01-01T00:00:00.000Z info  building indexes … total=200 done=0",
        "1970-01-01T00:00:06.000Z info  building indexes … total=200 done=100",
        "1970-01-01T00:00:12.000Z info  building indexes … total=200 done=200",
        "1970-01-01T00:00:15.000Z info  indexes are built … objects=200 seconds=15",
        "",
      ],
    );
    expect(await told({ isTTY: false })).not.toContain("\u001b");
  });

  it("is a bar below the lines on a terminal, which is gone at the end", async () => {
    const text = await told({ isTTY: true, columns: 60 });
    const [first = "", ...others] = text.split(clear);
    expect(first).toMatch(/^\S+ info {2}building indexes .*\n$/);
    const bar = "people [------------------------] 0% 0/200 spec.name, spec.age of people.example.com".slice(0, 59);
    expect(others[0]).toBe(bar);
    for (const part of others) expect(part.split("\n").at(-1)?.length).toBeLessThan(60);
    expect(others.at(-1)).toMatch(/^\S+ info {2}indexes are built .*\n$/);
  });

  it.each([
    [0, "[------------------------] 0% 0/200"],
    [100, "[############------------] 50% 100/200"],
    [199, "[#######################-] 99% 199/200"],
    [200, "[########################] 100% 200/200"],
  ])("draws %i of 200", (done, bar) => {
    expect(printBar({ ...progress, done })).toBe(`${bar} spec.name, spec.age of people.example.com`);
  });
});
