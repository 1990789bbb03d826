import process from "node:process";
import { silentLog, startServer } from "@cmgen/runtime";
import { chromium } from "playwright-core";
import { plugin } from "../../examples/people/dist/generated/plugin.js";
import { benches } from "../../scripts/runs/benches.mjs";
import { readOptions } from "../../scripts/runs/read-run.mjs";

// npm run bench -- console
// First visits to a list: each in a browser context of its own, which has nothing kept. Measured in the page, from the end of the answer that has the
// objects to the frame after the first row is there.

const { rounds, objects } = readOptions(benches, "console", process.argv.slice(2));
const AIM = 300;
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
