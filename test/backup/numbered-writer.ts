import { setTimeout as delay } from "node:timers/promises";

/** Names of people, and how many of them a service had acknowledged at a moment. */
export interface Written {
  readonly label: string;
  readonly acknowledged: number;
}

/** Every so many steps, three people are created by one request, all or none. */
const BATCH = 5;

/** Else a minute of backups would be of a hundred thousand people. */
const PAUSE_MS = 20;
const PARTS = ["a", "b", "c"] as const;

/** The people of a step. */
function namesOf(label: string, step: number): readonly string[] {
  return step % BATCH === 0 ? PARTS.map((part) => `${label}-${step}-${part}`) : [`${label}-${step}`];
}

/** Creates people one after another, the next one when the last is acknowledged: what a backup has of them is the first ones. */
export class NumberedWriter {
  readonly #label: string;
  #steps = 0;
  #isStopped = false;

  constructor(label: string) {
    this.#label = label;
  }

  get written(): Written {
    return { label: this.#label, acknowledged: this.#steps };
  }

  stop(): void {
    this.#isStopped = true;
  }

  async write(service: string): Promise<void> {
    for (; !this.#isStopped; this.#steps += 1) {
      const objects = namesOf(this.#label, this.#steps).map((name) => ({
        apiVersion: "people.example.com/v1alpha1",
        kind: "Person",
        metadata: { name, labels: { "people.example.com/step": String(this.#steps) } },
        spec: { name, age: this.#steps % 100, tags: [name, this.#label] },
      }));
      const operations = objects.map((object) => ({ op: "create", object }));
      const [path, body] =
        operations.length > 1
          ? ["/apis/-/batch", { operations }]
          : ["/apis/people.example.com/v1alpha1/people", objects[0]];
      const headers = { "content-type": "application/json" };
      const response = await fetch(service + path, { method: "POST", headers, body: JSON.stringify(body) });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status}: ${text}`);
      await delay(PAUSE_MS);
    }
  }
}

/** What is wrong with the people of a writer that a backup has: they must be the first ones, and at least those that were acknowledged before it. */
export function gapsIn(names: ReadonlySet<string>, { label, acknowledged }: Written): readonly string[] {
  const own = new Set([...names].filter((name) => name.startsWith(`${label}-`)));
  const gaps: string[] = [];
  for (let step = 0; step < acknowledged || own.size > 0; step += 1) {
    const found = namesOf(label, step).map((name) => own.delete(name));
    const isThere = found.every(Boolean);
    if (isThere) continue;
    if (found.some(Boolean)) gaps.push(`a part of ${label}-${step}`);
    if (step < acknowledged) gaps.push(`${label}-${step} was acknowledged`);
    else if (own.size > 0) return [...gaps, `${label}-${step} is missing before ${[...own].join(", ")}`];
    else break;
  }
  return gaps;
}
