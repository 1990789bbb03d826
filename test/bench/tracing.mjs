import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { benches } from "../../scripts/runs/benches.mjs";
import { readOptions } from "../../scripts/runs/read-run.mjs";
import { compileBenches } from "./launch/compile-benches.mjs";

// npm run bench -- tracing
// What tracing costs a request: services without OpenTelemetry's API, with the API alone, and with its SDK, which makes spans and sends them to
// this process, which drops them. In turns over several rounds; the ratio is that of the milliseconds to those without.

const { rounds, seconds } = readOptions(benches, "tracing", process.argv.slice(2));
const tracing = fileURLToPath(new URL("../tracing/", import.meta.url));
const services = {
  "without the API": ["without-telemetry.mjs"],
  "the API alone": [],
  "with the SDK": ["telemetry.mjs"],
};
const base = "/apis/tracker.example.com/v1alpha1";
const requests = {
  "read by name": { path: `${base}/issues/broken-link` },
  "list of one": { path: `${base}/issues?size=20` },
  update: {
    path: `${base}/issues/broken-link`,
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: JSON.stringify({ spec: { tags: ["bug"] } }),
  },
};

compileBenches();
const { printFigures } = await import("./dist/measure/print-figures.js");
const collector = createServer((request, response) => {
  request.resume().once("end", () => response.setHeader("content-type", "application/json").end("{}"));
});
collector.listen(0, "127.0.0.1");
await once(collector, "listening");
const collectorUrl = `http://127.0.0.1:${collector.address().port}`;
const running = new Map();
try {
  for (const [name, modules] of Object.entries(services)) running.set(name, await start(modules));
  const measured = await measureInTurns();
  const figures = Object.keys(requests).flatMap((request) => figuresOf(request, measured.get(request)));
  process.stdout.write(`\n${printFigures(figures)}`);
} finally {
  for (const { child } of running.values()) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  collector.closeAllConnections();
  collector.close();
}

async function start(modules) {
  const imports = modules.flatMap((module) => ["--import", join(tracing, module)]);
  const child = spawn(process.execPath, [...imports, join(tracing, "service.mjs")], {
    env: { ...process.env, LOG_LEVEL: "error", OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { child, url: JSON.parse(line).url };
}

async function measureInTurns() {
  const measured = new Map(Object.keys(requests).map((request) => [request, new Map()]));
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const [request, { path, ...sent }] of Object.entries(requests))
      for (const [name, { url }] of running) {
        const run = await autocannon({ url: url + path, connections: 4, duration: seconds, ...sent });
        if (run.non2xx + run.errors > 0) throw new Error(`${request}: ${run.non2xx + run.errors} requests failed`);
        const own = measured.get(request);
        if (round > 0) own.set(name, [...(own.get(name) ?? []), (4 * 1000) / run.requests.average]);
      }
  return measured;
}

function figuresOf(request, samples) {
  const without = median(samples.get("without the API"));
  return Object.keys(services).map((name) => ({
    bench: request,
    database: "sqlite",
    size: 1,
    name,
    values: { "a request": { amount: median(samples.get(name)), unit: "ms" } },
    ratio: median(samples.get(name)) / without,
  }));
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}
