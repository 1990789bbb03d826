import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { benches } from "../../scripts/runs/benches.mjs";
import { readOptions } from "../../scripts/runs/read-run.mjs";

// npm run bench -- webhooks
// How many changes a service on SQLite sends to one receiver that takes everything at once, beside a bare client that sends as many bodies to it, eight at
// a time. The changes are written before, while the subscription is paused. In turns over several rounds.

const { rounds, messages } = readOptions(benches, "webhooks", process.argv.slice(2));
const repository = fileURLToPath(new URL("../../", import.meta.url));
const AT_ONCE = 8;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** Answers everything, and says how many there were once they have come. */
const receiver = `
const http = require("node:http");
let [count, wanted] = [0, 0];
http.createServer((request, response) => {
  if (request.method === "GET") { [count, wanted] = [0, Number(request.url.slice(1))]; response.end(); return; }
  request.resume().once("end", () => { response.writeHead(204).end(); if (++count === wanted) console.log("all"); });
}).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
`;

const folder = mkdtempSync(join(tmpdir(), "cmgen-bench-subscriptions-"));
const child = spawn(process.execPath, ["-e", receiver], { stdio: ["ignore", "pipe", "inherit"] });
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
try {
  const url = `http://127.0.0.1:${(await lines.next()).value}`;
  const service = await start();
  const { people, subscriptions } = service;
  const spec = { resource: "people", url: `${url}/hook`, secret: SECRET, paused: true };
  await subscriptions.create({ metadata: { name: "bench" }, spec });
  const measured = { service: [], bare: [] };
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    await subscriptions.update("bench", { spec: { paused: true } });
    for (let number = 0; number < messages; number += 100) {
      const names = Array.from({ length: 100 }, (_, at) => `p-${round}-${number + at}`);
      await Promise.all(names.map((name) => people.create({ metadata: { name }, spec: { team: "red", number } })));
    }
    const sent = await timed(url, () => subscriptions.update("bench", { spec: { paused: false } }));
    const bare = await timed(url, () => sendBare(`${url}/hook`));
    if (round > 0) {
      measured.service.push(sent / messages);
      measured.bare.push(bare / messages);
    }
  }
  const [own, beside] = [median(measured.service), median(measured.bare)];
  process.stdout.write(
    `\n${Math.round(1000 / own)} changes a second; a bare client ${Math.round(1000 / beside)}: ${(own / beside).toFixed(2)} times as long\n`,
  );
  await service.close();
} finally {
  child.kill("SIGTERM");
  rmSync(folder, { recursive: true });
}

async function timed(url, begin) {
  await fetch(`${url}/${messages}`);
  const begun = performance.now();
  await begin();
  await lines.next();
  return performance.now() - begun;
}

async function sendBare(url) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const body = Buffer.alloc(450, "a");
  const send = () =>
    new Promise((resolve, reject) => {
      const headers = { "content-type": "application/json", "content-length": body.length };
      const request = http.request(url, { method: "POST", agent, headers }, (answer) =>
        answer.resume().once("end", resolve),
      );
      request.once("error", reject).end(body);
    });
  let left = messages;
  const sender = async () => {
    while (left-- > 0) await send();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  agent.destroy();
}

async function start() {
  cpSync(join(repository, "test/subscriptions/plugin"), folder, { recursive: true });
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"), "dir");
  const { generate } = await import("@cmgen/generator");
  await generate(folder);
  execFileSync(process.execPath, [join(repository, "node_modules/typescript/bin/tsc"), "-p", folder]);
  const { plugin } = await import(pathToFileURL(join(folder, "dist/generated/plugin.js")).href);
  const { silentLog, startServer } = await import("@cmgen/runtime");
  const server = await startServer({
    plugins: [plugin],
    root: plugin.root,
    port: 0,
    databaseUrl: `file:${join(folder, "bench.db")}`,
    log: silentLog,
    subscriptions: { allow: ["127.0.0.1"] },
  });
  await server.started;
  const of = (plural) => server.service.resource(server.service.models.find((model) => model.plural === plural));
  return { people: of("people"), subscriptions: of("subscriptions"), close: () => server.close() };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
