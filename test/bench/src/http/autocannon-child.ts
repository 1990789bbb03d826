import autocannon, { type Request } from "autocannon";
import { benchItem, itemBody, itemsPath, scatteredNames } from "../data/bench-item.js";
import { answerMessages } from "../processes/answer-messages.js";
import type { Load } from "./load-child.js";

/** A load on one server for some time, as autocannon makes it: each connection asks again as soon as it is answered. */
export interface CannonRequest {
  readonly url: string;
  readonly load: Load;
  readonly connections: number;
  readonly seconds: number;
  /** Of each request. Default: none of its own. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CannonAnswer {
  /** Those that were answered. */
  readonly requests: number;
  readonly perSecond: number;
}

/** How often autocannon looks whether it is time to stop, in milliseconds. */
const SAMPLE_MS = 20;

answerMessages<CannonRequest>(async ({ url, load, connections, seconds, headers }) => {
  const began = performance.now();
  const {
    errors,
    non2xx,
    "2xx": answered,
  } = await autocannon({
    url,
    connections,
    duration: seconds,
    sampleInt: SAMPLE_MS,
    ...(headers !== undefined && { headers }),
    requests: requestsOf(load),
  });
  if (errors + non2xx > 0) throw new Error(`Of ${errors + non2xx + answered} requests ${errors + non2xx} failed`);
  return { requests: answered, perSecond: (answered * 1000) / (performance.now() - began) } satisfies CannonAnswer;
});

function requestsOf(load: Load): Request[] {
  if (load.does === "get") return [{ method: "GET", path: load.path }];
  if (load.does === "read") {
    return scatteredNames(load.size, 1000).map((name) => ({ method: "GET", path: `${itemsPath}/${name}` }));
  }
  let number = load.first;
  return [
    {
      method: "POST",
      path: load.path ?? itemsPath,
      headers: { "content-type": "application/json" },
      setupRequest: (request) => ({ ...request, body: itemBody(benchItem(number++)) }),
    },
  ];
}
