import { itemName, itemsPath } from "../data/bench-item.js";
import type { BenchContext } from "../bench-context.js";
import type { LoadAnswer, LoadRequest } from "../http/load-child.js";
import type { Measurement } from "../measure/figure.js";
import type { Child } from "../processes/child.js";
import { latencies } from "./latencies.js";

export interface BodyLoad {
  readonly context: BenchContext;
  readonly reader: Child;
  readonly url: string;
  readonly size: number;
  /** The 99th percentile of an idle server, in seconds. */
  readonly idle: number;
}

interface Sent {
  readonly method: "POST" | "PATCH";
  readonly type: string;
  readonly body: string;
}

const ROUNDS = 5;
const CALLERS = 4;

/** As many as a body may have: 100,000 values and names, and in YAML 10,000 entries. */
const MEMBERS = 49_900;
const ENTRIES = 9_900;

function members(count: number, value: string): string {
  return Array.from({ length: count }, (_, at) => `"k${at}":${value}`).join();
}

const bodies: Readonly<Record<string, Sent>> = {
  "large objects in JSON": { method: "POST", type: "application/json", body: `{"spec":{${members(MEMBERS, "1")}}}` },
  "large lists in JSON": {
    method: "POST",
    type: "application/json",
    body: `{"spec":{"tags":[${Array(2 * MEMBERS)
      .fill('"a"')
      .join()}]}}`,
  },
  "large objects in YAML": {
    method: "POST",
    type: "application/yaml",
    body: `spec:\n${Array.from({ length: ENTRIES }, (_, at) => `  k${at}: 1`).join("\n")}\n`,
  },
  "large lists in YAML": {
    method: "POST",
    type: "application/yaml",
    body: `spec: [${Array(ENTRIES).fill("a").join()}]`,
  },
  "merge patches of many annotations": {
    method: "PATCH",
    type: "application/merge-patch+json",
    body: `{"metadata":{"annotations":{${members(MEMBERS, '"x"')}}}}`,
  },
};

/** Reads by name while four callers send bodies with as many values as they may have: none of them may hold up the others. */
export async function readsBesideBodies({
  context,
  reader,
  url,
  size,
  idle,
}: BodyLoad): Promise<readonly Measurement[]> {
  const measured: Measurement[] = [];
  for (const [name, sent] of Object.entries(bodies)) {
    const reads: LoadAnswer[] = [];
    let answered = "";
    for (let round = 0; round < Math.min(context.rounds, ROUNDS); round += 1) {
      const end = new AbortController();
      const callers = Promise.all(
        Array.from({ length: CALLERS }, () => sendOn({ url, size, sent, signal: end.signal })),
      );
      const load: LoadRequest["load"] = { does: "read", size };
      reads.push(await reader.ask<LoadAnswer>({ url, load, connections: 8, seconds: context.seconds, everyMs: 10 }));
      end.abort();
      answered = (await callers).join(", ");
    }
    context.report(`  beside ${name}: answered with (status x times) ${answered}`);
    measured.push(latencies(`reads by name, beside ${name}`, { reads, idle, aimsAt: "longest" }));
  }
  return measured;
}

interface Sending {
  readonly url: string;
  readonly size: number;
  readonly sent: Sent;
  readonly signal: AbortSignal;
}

/** Sends a body again and again, and says how it was answered the last time, and how often. */
async function sendOn({ url, sent, signal }: Sending): Promise<string> {
  const path = sent.method === "POST" ? itemsPath : `${itemsPath}/${itemName(1)}`;
  const request = { method: sent.method, headers: { "content-type": sent.type }, body: sent.body };
  let status = 0;
  let times = 0;
  while (!signal.aborted) {
    const answer = await fetch(`${url}${path}`, request);
    await answer.arrayBuffer();
    ({ status } = answer);
    times += 1;
  }
  return `${status} x ${times}`;
}
