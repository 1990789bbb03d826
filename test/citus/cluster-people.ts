import type { RunningServer } from "@cmgen/runtime";
import { exchange } from "../server/exchange.js";
import { peoplePlugin, startPeople } from "../server/people-server.js";
import { send } from "../server/rule.js";
import type { Cluster, ClusterNode } from "./cluster.js";

/** Starts a people service in a schema of its own, which belongs to a worker. Controllers, which read and write by themselves, are left out. */
export async function startPeopleOn(cluster: Cluster, schema: string, worker: ClusterNode): Promise<RunningServer> {
  const databaseUrl = `${cluster.coordinator.url}?schema=${schema}`;
  await (await startPeople("postgresql", { databaseUrl })).close();
  await cluster.distribute(schema, worker);
  return startPeople("postgresql", { databaseUrl, plugins: [{ ...peoplePlugin(), controllers: [] }] });
}

/** A person whose name no other has. */
export function person(name: string, age = 30): object {
  return {
    apiVersion: "people.example.com/v1alpha1",
    kind: "Person",
    metadata: { name, labels: { team: "red" } },
    spec: { name, age, tags: ["a", "b"] },
  };
}

/** Creates one person after another until it is stopped. */
export class SteadyWriter {
  /** Names of those that were acknowledged. */
  readonly acknowledged: string[] = [];
  /** How many answers of each status there were. */
  readonly answers = new Map<number, number>();
  /** The bodies of the answers that a caller is not to see: neither a created object nor a 503. */
  readonly unexpected: string[] = [];
  /** The longest that an answer took, in milliseconds. */
  slowest = 0;
  readonly #stopping = new AbortController();
  readonly #done: Promise<void>;

  constructor(
    private readonly url: string,
    private readonly label: string,
  ) {
    this.#done = this.#write();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#done;
  }

  async #write(): Promise<void> {
    for (let count = 0; !this.#stopping.signal.aborted; count += 1) {
      const name = `${this.label}-${count}`;
      const begun = performance.now();
      const { status, json } = await exchange(this.url, send("POST", "", person(name)));
      this.slowest = Math.max(this.slowest, performance.now() - begun);
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
      if (status === 201) this.acknowledged.push(name);
      else if (status !== 503) this.unexpected.push(`${name}: ${status} ${JSON.stringify(json)}`);
    }
  }

  /** Those acknowledged that the service does not have. */
  async lost(): Promise<readonly string[]> {
    const lost: string[] = [];
    for (const name of this.acknowledged) {
      const { status } = await exchange(this.url, send("GET", `/${name}`));
      if (status !== 200) lost.push(`${name}: ${status}`);
    }
    return lost;
  }
}
