/** A person's `spec` as a writer left it, or nothing where it was deleted or never made. */
export type Left = { readonly name: string; readonly age: number; readonly tags: readonly string[] } | undefined;

interface Attempt {
  /** What the service acknowledged last. */
  readonly acknowledged: Left;
  /** What was asked for and not answered: it may have been done, or not. */
  readonly pending?: { readonly left: Left };
}

/**
 * Creates, updates and deletes a few people of its own, one request after another, and remembers what it was told: it alone knows what a
 * service must still have after it was killed.
 */
export class PeopleWriter {
  readonly #label: string;
  readonly #people = new Map<string, Attempt>();
  #steps = 0;
  /** Writes that were acknowledged. */
  acknowledged = 0;

  constructor(label: string) {
    this.#label = label;
  }

  /** Goes on until the service does not answer any more. */
  async writeUntilKilled(collection: string): Promise<void> {
    try {
      for (;;) await this.#write(collection);
    } catch (error) {
      // `fetch` fails with a TypeError where the connection breaks; everything else is told.
      if (!(error instanceof TypeError)) throw error;
    }
  }

  async #write(collection: string): Promise<void> {
    this.#steps += 1;
    const name = `${this.#label}-${this.#steps % 7}`;
    const before = this.#people.get(name)?.acknowledged;
    const left = before !== undefined && this.#steps % 4 === 0 ? undefined : this.#newPerson(name);
    this.#people.set(name, { acknowledged: before, pending: { left } });
    const request = requestFor({ collection, name, before, left });
    const response = await fetch(request.url, request.init);
    const body = await response.text();
    // The head of an answer means that the commit is done; the rest of it may be lost on the way.
    if (!response.ok) throw new Error(`${request.init.method} of ${name} was answered ${response.status}: ${body}`);
    this.#people.set(name, { acknowledged: left });
    this.acknowledged += 1;
  }

  /** The name is unique to the step: a value that stays behind in a unique index would be in the way of none but the doctor's proof. */
  #newPerson(name: string): Left {
    return { name: `${name} ${this.#steps}`, age: this.#steps % 150, tags: [this.#label, `s${this.#steps % 5}`] };
  }

  /**
   * Compares what a service has with what it acknowledged, and takes over what it made of requests without an answer.
   *
   * @returns the names of people that are not as they must be, with what was found.
   */
  async lost(collection: string): Promise<readonly string[]> {
    const lost: string[] = [];
    for (const [name, { acknowledged, pending }] of this.#people) {
      const found = await read(collection, name);
      const possible = pending === undefined ? [acknowledged] : [acknowledged, pending.left];
      if (!possible.some((left) => isSame(left, found))) {
        lost.push(
          `${name}: ${JSON.stringify(found)}, not ${possible.map((left) => JSON.stringify(left)).join(" or ")}`,
        );
      }
      this.#people.set(name, { acknowledged: found });
    }
    return lost;
  }
}

interface Write {
  readonly collection: string;
  readonly name: string;
  readonly before: Left;
  readonly left: Left;
}

function requestFor({ collection, name, before, left }: Write) {
  const headers = { "content-type": "application/json" };
  if (left === undefined) return { url: `${collection}/${name}`, init: { method: "DELETE" } };
  const labels = { "people.example.com/age": String(left.age) };
  const body = JSON.stringify({ metadata: { name, labels }, spec: left });
  if (before === undefined) return { url: collection, init: { method: "POST", headers, body } };
  return { url: `${collection}/${name}`, init: { method: "PUT", headers, body } };
}

async function read(collection: string, name: string): Promise<Left> {
  const response = await fetch(`${collection}/${name}`);
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok) throw new Error(`GET of ${name} was answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { readonly spec: NonNullable<Left> }).spec;
}

function isSame(one: Left, other: Left): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.name === other.name && one.age === other.age && one.tags.join() === other.tags.join();
}
