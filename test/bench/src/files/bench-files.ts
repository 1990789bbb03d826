import { Session } from "node:inspector/promises";
import { silentLog, startServer } from "../../../../packages/runtime/dist/index.js";
import type { BenchContext } from "../bench-context.js";
import { benchItem, itemBody, itemsPath } from "../data/bench-item.js";
import type { BenchDatabase } from "../databases/engine.js";
import { loadPlugin } from "../databases/open-items.js";
import { times, type Figure } from "../measure/figure.js";
import { httpLists } from "../http/http-scenarios.js";

/** Some requests pass files that are about what happens now and then, such as a timer: the least of this many counts. */
const ROUNDS = 30;

const packages = ["runtime", "store", "model"] as const;
const OURS = /\/packages\/(runtime|store|model)\/dist\/(.+)\.js$/;

/** A request that has been sent before, in a round from 0. */
type Send = (url: string, round: number) => Promise<Response>;

/**
 * The files of the runtime, the store and the model of which a function is called for one request that is answered as many before it (V8's
 * coverage of the serving thread). Their names are reported.
 */
export async function benchFiles(
  { plugin, report }: BenchContext,
  { engine, size, url: databaseUrl }: BenchDatabase,
): Promise<readonly Figure[]> {
  const loaded = await loadPlugin({ engine, url: databaseUrl, plugin: plugin.module });
  const server = await startServer({ plugins: [loaded], root: loaded.root, databaseUrl, port: 0, log: silentLog });
  const session = new Session();
  session.connect();
  try {
    await server.started;
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    const figures: Figure[] = [];
    for (const [name, send] of Object.entries(requests(size))) {
      const files = await passedFiles(session, (round) => send(server.url + itemsPath, round));
      report(`${name}: ${files.join(" ")}`);
      const count = (part: string): number => files.filter((file) => file.startsWith(part)).length;
      const values = Object.fromEntries(packages.map((part) => [part, times(count(`${part}/`))]));
      figures.push({ bench: "files", database: engine, size, name, values: { files: times(files.length), ...values } });
    }
    return figures;
  } finally {
    session.disconnect();
    await server.close();
  }
}

/** Its matches are many: it is found by a walk. */
const LIST = "20 of 21 %";
const list = httpLists.find(({ name }) => name === LIST);

function requests(size: number): Readonly<Record<string, Send>> {
  const { name } = benchItem(1);
  const headers = { "content-type": "application/json" };
  return {
    "read one by name": (url) => fetch(`${url}/${name}`),
    [LIST]: (url) => fetch(`${url}?${list?.ours}`),
    update: (url, round) =>
      fetch(`${url}/${name}`, { method: "PUT", headers, body: String(itemBody({ ...benchItem(1), age: round })) }),
    create: (url, round) =>
      fetch(url, { method: "POST", headers, body: String(itemBody(benchItem(size + 1 + round))) }),
  };
}

async function passedFiles(session: Session, send: (round: number) => Promise<Response>): Promise<readonly string[]> {
  let fewest: readonly string[] | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    await session.post("Profiler.takePreciseCoverage");
    const answer = await send(round);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`A request was answered ${answer.status}`);
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const files = result.flatMap(({ url, functions }) => {
      const [, part, file] = OURS.exec(url) ?? [];
      // A module's own body begins where the file does.
      const isCalled = functions.some(
        ({ ranges: [whole] }) => whole !== undefined && whole.startOffset > 0 && whole.count > 0,
      );
      return part !== undefined && isCalled ? [`${part}/${file}`] : [];
    });
    if (round > 0 && files.length < (fewest?.length ?? Infinity)) fewest = files.toSorted();
  }
  return fewest ?? [];
}
