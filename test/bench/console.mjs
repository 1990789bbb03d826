import process from "node:process";
import { silentLog, startServer } from "@cmgen/runtime";
import { chromium } from "playwright-core";
import { plugin } from "../../examples/people/dist/generated/plugin.js";
import { benches } from "../../scripts/runs/benches.mjs";
import { readOptions } from "../../scripts/runs/read-run.mjs";

// npm run bench -- console
// First visits to a list: each in a browser context of its own, which has nothing kept. Measured in the page, from the end of the answer that has the
// objects to the frame after the first row is there.
// Then a list that is open while its objects change, sixty times a second: how long its frames take.

const { rounds, objects, seconds } = readOptions(benches, "console", process.argv.slice(2));
const AIM = 300;
const LONGEST_FRAME = 200;
const CHANGES_A_SECOND = 60;
const collection = "/apis/people.example.com/v1alpha1/people";

const service = await startServer({
  plugins: [plugin],
  root: plugin.root,
  host: "127.0.0.1",
  port: 0,
  databaseUrl: ":memory:",
  log: silentLog,
  console: true,
});
await service.started;
const executablePath = process.env["CMGEN_CHROMIUM"] ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  await fill();
  const visits = [];
  for (let round = 0; round < rounds; round += 1) visits.push(await visit());
  const [after, whole] = ["afterAnswer", "fromStart"].map((name) => median(visits.map((each) => each[name])));
  const met = after <= AIM ? "met" : "not met";
  process.stdout.write(
    `\nA list of ${objects} objects: its first row is there ${after} ms after the answer (aim ${AIM} ms: ${met}), ${whole} ms after the visit began\n`,
  );
  const { frames, longest, slow, sent, shown } = await follow();
  const isSmooth = longest <= LONGEST_FRAME;
  process.stdout.write(
    `${sent} changes in ${seconds} s, of rows that are shown: ${frames} frames, the longest of ${longest} ms (aim ${LONGEST_FRAME} ms: ${isSmooth ? "met" : "not met"}), ${slow} above 50 ms; the last change was there ${shown} ms after it was sent\n`,
  );
} finally {
  await browser.close();
  await service.close();
}

async function fill() {
  for (let from = 0; from < objects; from += 5000) {
    const numbers = Array.from({ length: Math.min(5000, objects - from) }, (_, at) => from + at);
    const lines = numbers.map((number) =>
      JSON.stringify({
        apiVersion: "people.example.com/v1alpha1",
        kind: "Person",
        metadata: { name: `p-${number}` },
        spec: { name: `Person ${number}`, age: number % 100, tags: ["chess", "sailing"] },
      }),
    );
    const headers = { "content-type": "application/x-ndjson" };
    const answer = await fetch(`${service.url}/apis/-/import?mode=apply`, {
      method: "POST",
      headers,
      body: lines.join("\n"),
    });
    if (!answer.ok) throw new Error(await answer.text());
    await answer.text();
  }
}

/** Changes objects of a list that is open, and measures the times between its frames. */
async function follow() {
  const page = await browser.newPage();
  await page.goto(`${service.url}/console/people.example.com/v1alpha1/people?sort=metadata.name`);
  await page.waitForFunction(() => document.querySelector("tbody th a") !== null);
  const names = await page.locator("tbody th a").allInnerTexts();
  await page.evaluate(() => {
    window.frameTimes = [];
    const frame = (at) => {
      window.frameTimes.push(at);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const began = performance.now();
  let sent = 0;
  while (performance.now() - began < seconds * 1000) {
    // Those that are due by now, each by a request of its own.
    const due = Math.floor(((performance.now() - began) / 1000) * CHANGES_A_SECOND);
    await Promise.all(
      Array.from({ length: Math.max(0, due - sent) }, (_, at) => change(names[(sent + at) % names.length], sent + at)),
    );
    sent = Math.max(sent, due);
    await new Promise((resolve) => setTimeout(resolve, 1000 / CHANGES_A_SECOND));
  }
  const last = performance.now();
  await change(names[0], 149);
  await page.waitForFunction(() => document.querySelector("tbody tr")?.textContent?.includes("149"));
  const shown = Math.round(performance.now() - last);
  const frames = await page.evaluate(() => window.frameTimes);
  await page.close();
  const times = frames.slice(1).map((at, place) => at - frames[place]);
  return {
    sent,
    shown,
    frames: times.length,
    longest: Math.round(Math.max(...times)),
    slow: times.filter((each) => each > 50).length,
  };
}

async function change(name, round) {
  const answer = await fetch(`${service.url}${collection}/${name}`, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: JSON.stringify({ spec: { age: round % 150 } }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.text();
}

async function visit() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector("tbody th a") === null) return;
      watch.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => (window.shownAt = performance.now())));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${service.url}/console/people.example.com/v1alpha1/people`);
  await page.waitForFunction(() => window.shownAt !== undefined);
  const timing = await page.evaluate((path) => {
    const list = performance
      .getEntriesByType("resource")
      .find(({ name }) => name.includes(`${path}?`) && name.includes("limit="));
    return { shownAt: window.shownAt, answeredAt: list.responseEnd };
  }, collection);
  await context.close();
  return { afterAnswer: timing.shownAt - timing.answeredAt, fromStart: timing.shownAt };
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length / 2)]);
}
