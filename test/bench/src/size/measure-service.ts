import { Agent, request } from "node:http";
import { benchItem, envLabel, itemBody, itemsPath, scatteredNames } from "../data/bench-item.js";
import type { ServedDatabase } from "../databases/open-items.js";
import type { CmgenServerState } from "../http/servers/cmgen-server.js";
import type { ServerAnswer } from "../http/servers/server-request.js";
import { type Measurement, megabytes, seconds } from "../measure/figure.js";
import { median, quantile } from "../measure/quantile.js";
import { startChild } from "../processes/child.js";

const ROUNDS = 200;
/** Of what may take seconds. */
const FEW = 5;

/** A database to be served, and how many items are in it. */
export interface Served extends ServedDatabase {
  readonly size: number;
}

/** The start of a service, and its requests, one after another by one caller. */
export async function measureService({ size, ...served }: Served): Promise<readonly Measurement[]> {
  const server = startChild("../http/servers/cmgen-server.js", import.meta.url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const begun = performance.now();
    const { url } = await server.ask<ServerAnswer>(served);
    const start = (performance.now() - begun) / 1000;
    const send = sender(url, agent);
    const names = scatteredNames(size, ROUNDS);
    const listed = (query: string) => () => send("GET", `${itemsPath}?${query}`);
    const group = encodeURIComponent("spec.group=group-7");
    let made = size;
    const create = (): Promise<void> => send("POST", itemsPath, itemBody(benchItem((made += 1))));
    const numberOf = (name: string): number => Number.parseInt(name.slice("item-".length), 36);
    const measured: Measurement[] = [{ name: "start of the service", values: { measured: seconds(start) } }];
    const add = async (name: string, rounds: number, run: (round: number) => Promise<void>): Promise<void> => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const from = performance.now();
        await run(round);
        times.push((performance.now() - from) / 1000);
      }
      const values = { measured: seconds(median(times)), p99: seconds(quantile(times, 0.99)) };
      measured.push({ name, values });
    };
    const nameOf = (round: number): string => names[round % names.length] ?? "";
    await add("read one by name", ROUNDS, (round) => send("GET", `${itemsPath}/${nameOf(round)}`));
    await add("create", ROUNDS, create);
    await add("replace", ROUNDS, (round) => {
      const name = nameOf(round);
      const item = benchItem(numberOf(name));
      return send("PUT", `${itemsPath}/${name}`, itemBody({ ...item, score: item.score + round / 1000 }));
    });
    await add("20 by an index, without a total", ROUNDS, listed("sort=spec.score&page=1&size=20&total=none"));
    await add("20 of a label and a field, sorted", ROUNDS, (round) =>
      listed(
        `labelSelector=${envLabel}=staging&fieldSelector=${group}&sort=spec.age,desc&page=${1 + (round % 3)}&size=20&total=none`,
      )(),
    );
    const score = (round: number): string => encodeURIComponent(`spec.score>=${100_000 + round}`);
    await add("20 of a broad filter with a total, asked first", FEW, (round) =>
      listed(`labelSelector=${envLabel}=production&fieldSelector=${score(round)}&page=1&size=20`)(),
    );
    await add(
      "the same, asked again",
      ROUNDS,
      listed(`labelSelector=${envLabel}=production&fieldSelector=${score(0)}&page=1&size=20`),
    );
    await add("20 newest with a total", ROUNDS, listed("page=1&size=20"));
    measured.push(await watchDelay(url, create));
    const { megabytes: memory } = await server.ask<CmgenServerState>({});
    measured.push({ name: "memory of the service, at most", values: { measured: megabytes(memory) } });
    return measured;
  } finally {
    agent.destroy();
    await server.stop();
  }
}

/** From before a create is sent until a watch has its event. */
async function watchDelay(url: string, create: () => Promise<void>): Promise<Measurement> {
  const end = new AbortController();
  const response = await fetch(`${url}${itemsPath}?watch=true`, { signal: end.signal });
  const reader = response.body?.getReader();
  if (!response.ok || reader === undefined)
    throw new Error(`A watch was answered ${response.status}: ${await response.text()}`);
  const times: number[] = [];
  // It begins with a bookmark.
  await reader.read();
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    const read = reader.read();
    await create();
    await read;
    times.push((performance.now() - begun) / 1000);
  }
  end.abort();
  return {
    name: "a create and its event in a watch",
    values: { measured: seconds(median(times)), p99: seconds(quantile(times, 0.99)) },
  };
}

type Send = (method: string, path: string, body?: Uint8Array) => Promise<void>;

function sender(url: string, agent: Agent): Send {
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { "content-type": "application/json", "content-length": body.length };
      request(`${url}${path}`, { method, agent, headers }, (response) => {
        const { statusCode = 0 } = response;
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => void chunks.push(chunk));
        response.once("end", () =>
          statusCode < 300
            ? resolve()
            : reject(new Error(`${method} ${path}: ${statusCode} ${Buffer.concat(chunks).toString()}`)),
        );
      })
        .once("error", reject)
        .end(body);
    });
}
