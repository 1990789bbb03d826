import { quantile } from "../measure/quantile.js";
import { benchItem, itemBody, itemsPath, scatteredNames } from "../data/bench-item.js";
import { answerMessages } from "../processes/answer-messages.js";
import { getRequest, KeepAliveConnection, postRequest } from "./keep-alive-connection.js";

/** A load on one server for some time. */
export interface LoadRequest {
  readonly url: string;
  readonly load: Load;
  /** Requests that are under way at once, each on a connection of its own. */
  readonly connections: number;
  readonly seconds: number;
  /** Milliseconds from one request of a connection to its next; without it, the next follows the answer. */
  readonly everyMs?: number;
}

export type Load =
  | { readonly does: "read"; readonly size: number }
  | { readonly does: "get"; readonly path: string }
  /** Objects of numbers from `first` on. Default: at the items' own path. */
  | { readonly does: "create"; readonly first: number; readonly path?: string };

/** Latencies in seconds. */
export interface LoadAnswer {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

answerMessages<LoadRequest>(async (request) => {
  const connections = await Promise.all(
    Array.from({ length: request.connections }, () => KeepAliveConnection.open(request.url)),
  );
  const next = requestsOf(request.load);
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + request.seconds * 1000;
  await Promise.all(
    connections.map((connection, place) => loadBy({ connection, place, request, next, end, latencies })),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const connection of connections) connection.close();
  return {
    requests: latencies.length,
    perSecond: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    max: quantile(latencies, 1),
  } satisfies LoadAnswer;
});

interface Loading {
  readonly connection: KeepAliveConnection;
  readonly place: number;
  readonly request: LoadRequest;
  readonly next: () => Uint8Array | string;
  readonly end: number;
  readonly latencies: number[];
}

/**
 * Asks until the time is over. With a pace, a latency is counted from when the request was due: an answer that is late makes those behind it
 * late, too, as it would for callers who do not wait for each other.
 */
async function loadBy({ connection, place, request, next, end, latencies }: Loading): Promise<void> {
  const { everyMs, connections } = request;
  let due = performance.now() + ((everyMs ?? 0) * place) / connections;
  while (due < end) {
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    const from = everyMs === undefined || early > 0 ? performance.now() : due;
    const { status } = await connection.send(next());
    if (status !== 200 && status !== 201) throw new Error(`A request was answered ${status}`);
    const now = performance.now();
    latencies.push((now - from) / 1000);
    due = everyMs === undefined ? now : due + everyMs;
  }
}

function requestsOf(load: Load): () => Uint8Array | string {
  if (load.does === "create") {
    let number = load.first;
    return () => postRequest(load.path ?? itemsPath, itemBody(benchItem(number++)));
  }
  const paths =
    load.does === "get" ? [load.path] : scatteredNames(load.size, 1000).map((name) => `${itemsPath}/${name}`);
  const requests = paths.map(getRequest);
  let place = 0;
  return () => requests[place++ % requests.length] ?? "";
}
