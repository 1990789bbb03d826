import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyDatabase } from "../store/engines.js";
import { buildTenantsPlugin, note, type Answered, type TenantsPlugin, TenantsService } from "./tenants-service.js";
import { databaseEngines, randomCases, randomSeed } from "../tier.js";

/** The service's own objects, and tenants. */
const places = ["", "acme", "beta", "gamma", "delta", "epsilon"];
const names = ["one", "two", "three", "four", "five"];
const owners = ["ann", "bob", "eve"];
const CODES = ["a", "b", "c"];

const OPERATIONS = Number(process.env["CMGEN_TENANT_OPERATIONS"] ?? randomCases(400));

/** What a place must have, by plain maps. */
interface Place {
  readonly name: string;
  readonly objects: Map<string, Expected>;
  /** All that was changed, in order, as a watch must tell it. */
  readonly changes: string[];
  /** Answers of creates with a key. */
  readonly keys: Map<string, string>;
}

interface Expected {
  readonly owner: string;
  readonly code?: string | undefined;
  readonly text: string;
}

/** A sequence that is the same for the same seed. */
function randomBy(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

let built: TenantsPlugin;
beforeAll(async () => {
  built = await buildTenantsPlugin();
}, 120_000);
afterAll(() => built.remove());

describe.each(databaseEngines)("random requests of many tenants on %s", (engine) => {
  it("meet what one tenant alone has, and nothing of another", { timeout: 300_000 }, async () => {
    const database = await emptyDatabase(engine);
    // Fewer may be open than are used, so that they are closed and opened all the time.
    const service = await TenantsService.start(built.plugin, database.url, { maxOpen: 3, idleTimeout: "1s" });
    const seed = randomSeed();
    try {
      const all = places.map((name): Place => ({ name, objects: new Map(), changes: [], keys: new Map() }));
      for (const place of all) await service.send(place.name, "GET", "notes");
      const busy = all.map((place, at) => useAtRandom(service, place, randomBy(seed + at)));
      await Promise.all(busy);
      for (const place of all) {
        await compareAll(service, place);
        expect(place.changes.length).toBeGreaterThan(OPERATIONS / 10);
      }
    } catch (error) {
      throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    } finally {
      await service.server.close();
      await database.cleanUp();
    }
  });
});

const markOf = (place: string): string => `mark-of-${place === "" ? "nobody" : place}-`;

function marksOfOthers(place: Place, text: string): readonly string[] {
  return places.filter((other) => other !== place.name && text.includes(markOf(other)));
}

/** An answer has nothing that another place was given to keep. */
function assertOwn(place: Place, { text, status }: Answered): void {
  expect(marksOfOthers(place, text)).toEqual([]);
  expect(status).toBeLessThan(500);
}

async function useAtRandom(service: TenantsService, place: Place, random: (most: number) => number): Promise<void> {
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const send = async (...asked: Parameters<TenantsService["send"]> extends [unknown, ...infer Rest] ? Rest : never) => {
    for (;;) {
      const answer = await service.send(place.name, ...asked);
      // As many as may be are open, and used: the answer says so, and when to try again.
      if (answer.status === 503 && /serves 3 other tenants/.test(answer.text)) {
        expect(answer.headers.get("retry-after")).toBe("2");
        await delay(50);
        continue;
      }
      assertOwn(place, answer);
      return answer;
    }
  };
  for (let count = 0; count < OPERATIONS; count += 1) {
    const name = pick(names);
    const spec = {
      owner: pick(owners),
      ...(random(3) === 0 && { code: pick(CODES) }),
      text: `${markOf(place.name)}${count}`,
    };
    const known = place.objects.get(name);
    const isTaken = (but: string): boolean =>
      spec.code !== undefined && [...place.objects].some(([other, { code }]) => other !== but && code === spec.code);
    switch (random(9)) {
      case 0: {
        const created = await send("POST", "notes", { body: note(name, spec) });
        expect(created.status).toBe(known !== undefined || isTaken(name) ? 409 : 201);
        if (created.status === 201) change(place, name, spec);
        break;
      }
      case 1: {
        const headers = { "idempotency-key": `key-${random(4)}` };
        const fresh = `${pick(["key"])}-${place.name === "" ? "self" : place.name}-${count}`;
        const created = await send("POST", "notes", { body: note(fresh, { owner: "ann", text: spec.text }), headers });
        const before = place.keys.get(headers["idempotency-key"]);
        if (before === undefined) {
          expect(created.status).toBe(201);
          place.keys.set(headers["idempotency-key"], fresh);
          change(place, fresh, { owner: "ann", text: spec.text });
        } else expect(created.status).toBe(422);
        break;
      }
      case 2: {
        const patched = await send("PATCH", `notes/${name}`, {
          body: { spec: { text: spec.text, owner: spec.owner } },
        });
        expect(patched.status).toBe(known === undefined ? 404 : 200);
        if (known !== undefined) change(place, name, { ...known, text: spec.text, owner: spec.owner });
        break;
      }
      case 3: {
        const removed = await send("DELETE", `notes/${name}`);
        expect(removed.status).toBe(known === undefined ? 404 : 200);
        if (known !== undefined) change(place, name, undefined);
        break;
      }
      case 4: {
        const other = pick(names.filter((each) => each !== name));
        const batch = await send("POST", "/apis/-/batch", {
          body: {
            operations: [name, other].map((each) => ({
              op: "create",
              object: {
                apiVersion: "notes.example.com/v1",
                kind: "Note",
                ...note(each, { owner: spec.owner, text: spec.text }),
              },
            })),
          },
        });
        const isFree = known === undefined && !place.objects.has(other);
        expect(batch.status === 200).toBe(isFree);
        if (isFree) for (const each of [name, other]) change(place, each, { owner: spec.owner, text: spec.text });
        break;
      }
      case 5: {
        const owner = pick(owners);
        const listed = await send("GET", `notes?fieldSelector=spec.owner=${owner}&sort=metadata.name&size=100`);
        const wanted = [...place.objects].filter(([, each]) => each.owner === owner).map(([each]) => each);
        expect(listed.body.items?.map(({ metadata }) => metadata.name)).toEqual(wanted.toSorted());
        break;
      }
      case 6: {
        const counted = await send("GET", "notes?aggregate=count&groupBy=spec.owner");
        expect(counted.status).toBe(200);
        const groups = new Map<string, number>();
        for (const { owner } of place.objects.values()) groups.set(owner, (groups.get(owner) ?? 0) + 1);
        const found = JSON.parse(counted.text) as { readonly groups: readonly CountedGroup[] };
        expect(new Map(found.groups.map(({ by, count: many }) => [by["spec.owner"], many]))).toEqual(groups);
        break;
      }
      case 7: {
        const read = await send("GET", `notes/${name}`);
        expect(read.status).toBe(known === undefined ? 404 : 200);
        if (known !== undefined) expect(read.body.spec).toEqual(known);
        break;
      }
      default: {
        const paths = [
          "/metrics",
          "/apis/-/admin/changes?limit=50",
          `notes/${name}/history`,
          "/openapi.json",
          "/controllers",
          "/readyz",
          "notes?size=nonsense",
        ];
        await send("GET", pick(paths));
        break;
      }
    }
  }
}

function change(place: Place, name: string, spec: Expected | undefined): void {
  if (spec === undefined) place.objects.delete(name);
  else place.objects.set(name, spec);
  place.changes.push(`${name} ${spec?.text ?? "gone"}`);
}

/** Everything that a place has, and all changes since its beginning, as a watch tells them. */
async function compareAll(service: TenantsService, place: Place): Promise<void> {
  const listed = await service.send(place.name, "GET", "notes?size=1000&sort=metadata.name");
  assertOwn(place, listed);
  const found = listed.body.items?.map((each) => [each.metadata.name, (each as { readonly spec?: unknown }).spec]);
  expect(found).toEqual([...place.objects].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const events = await eventsOf(service, place);
  // What the controller has stamped was changed once more.
  expect(withoutRepeats(events)).toEqual(place.changes);
}

function withoutRepeats(events: readonly string[]): readonly string[] {
  const last = new Map<string, string>();
  return events.filter((event) => {
    const [name = ""] = event.split(" ", 1);
    const isNew = last.get(name) !== event;
    last.set(name, event);
    return isNew;
  });
}

/** All events since revision 0, until none comes any more. */
async function eventsOf(service: TenantsService, place: Place): Promise<readonly string[]> {
  const base = place.name === "" ? "" : `/t/${place.name}`;
  const url = `${service.server.url}${base}/apis/notes.example.com/v1/notes?watch=true&resourceVersion=0`;
  const authorization = place.name === "" ? "Test root admins" : `Test member admins tenant:${place.name}`;
  const watch = await fetch(url, { headers: { authorization }, signal: AbortSignal.timeout(2500) });
  expect(watch.status).toBe(200);
  const events: string[] = [];
  let rest = "";
  try {
    for await (const chunk of watch.body ?? []) {
      rest += Buffer.from(chunk).toString();
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        expect(marksOfOthers(place, line)).toEqual([]);
        const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: WatchedNote };
        if (type === "BOOKMARK") continue;
        events.push(`${object.metadata.name} ${type === "DELETED" ? "gone" : object.spec.text}`);
      }
    }
  } catch (error) {
    if (!(error instanceof Error) || !/timeout|abort/i.test(error.message + error.name)) throw error;
  }
  return events;
}

interface CountedGroup {
  readonly by: { readonly "spec.owner": string };
  readonly count: number;
}

interface WatchedNote {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly text: string };
}
