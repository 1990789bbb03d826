import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createService, silentLog } from "@cmgen/runtime";
import { createResourceRouter, type ModelDescriptor, type Service } from "@cmgen/runtime/codegen";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildIndexes } from "../../packages/runtime/dist/indexes/build-indexes.js";
import { openTestDatabase, type EngineName } from "../store/engines.js";
import { selectedWord, versionPairs, type Value, type VersionPair } from "./random-version-pair.js";
import { watched } from "./watched.js";

type Version = "v1" | "v2";

interface Operation {
  readonly does: "create" | "update" | "patch" | "label" | "repeat" | "delete";
  readonly via: Version;
  readonly name: string;
  readonly values: readonly Value[];
  readonly field: number;
}

const values = fc.option(fc.nat({ max: 2 }));
const operation: fc.Arbitrary<Operation> = fc.record({
  does: fc.constantFrom("create", "create", "update", "update", "patch", "patch", "patch", "label", "repeat", "delete"),
  via: fc.constantFrom("v1", "v2"),
  name: fc.constantFrom("a", "b"),
  values: fc.array(values, { minLength: 7, maxLength: 7 }),
  field: fc.nat({ max: 6 }),
});
const histories = fc.record({
  pair: versionPairs,
  // While there is one version, objects are stored as it.
  before: fc.array(operation, { maxLength: 12 }),
  after: fc.array(operation, { minLength: 1, maxLength: 25 }),
});

/** An object as the oracle knows it: by what its fields hold, in no version. */
interface Known {
  readonly values: readonly Value[];
  readonly label: string | undefined;
  readonly version: number;
}

interface KnownChange {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly name: string;
  readonly before: Known | undefined;
  readonly after: Known;
}

/** Says what operations come to. Knows nothing of conversions: fields that a version does not have are left as they are. */
class Oracle {
  readonly objects = new Map<string, Known>();
  readonly changes: KnownChange[] = [];
  readonly #pair: VersionPair;

  constructor(pair: VersionPair) {
    this.#pair = pair;
  }

  /** Whether the operation is accepted. */
  apply({ does, via, name, values: given, field }: Operation): boolean {
    const known = this.objects.get(name);
    if ((known === undefined) !== (does === "create")) return false;
    if (does === "delete" && known !== undefined) {
      this.objects.delete(name);
      this.changes.push({ type: "DELETED", name, before: known, after: known });
      return true;
    }
    const { fields } = this.#pair;
    const at = field % fields.length;
    const next = fields.map((each, place): Value => {
      const held = known?.values[place] ?? null;
      const isWritten = does === "create" || does === "update" || (does === "patch" && place === at);
      return isWritten && (via === "v2" || each.change !== "kept") ? (given[place] ?? null) : held;
    });
    const label = does === "label" ? String(given[0]) : known?.label;
    if (known !== undefined && label === known.label && next.every((value, place) => value === known.values[place]))
      return true;
    // A name that is given again goes on from its last version.
    const last = known ?? this.changes.findLast((change) => change.name === name)?.after;
    const after = { values: next, label, version: (last?.version ?? 0) + 1 };
    this.objects.set(name, after);
    this.changes.push({ type: known === undefined ? "ADDED" : "MODIFIED", name, before: known, after });
    return true;
  }

  shown(version: Version, name: string, { values: held, label, version: revision }: Known): unknown {
    return [
      `things.example.com/${version}`,
      name,
      revision,
      label === undefined ? undefined : { "e.com/l": label },
      this.#pair.specOf(version, held),
    ];
  }

  /** What a watch of objects whose first field holds `value` is told; of all objects, where that is absent. */
  events(version: Version, value?: number): readonly unknown[] {
    const isInside = (known: Known | undefined): boolean =>
      known !== undefined && (value === undefined || known.values[0] === value);
    return this.changes.flatMap(({ type, name, before, after }) => {
      const [was, is] = [isInside(before), type !== "DELETED" && isInside(after)];
      if (!was && !is) return [];
      const told = was && is ? "MODIFIED" : is ? "ADDED" : "DELETED";
      return [[told, this.shown(version, name, after)]];
    });
  }
}

interface Shown {
  readonly apiVersion: string;
  readonly metadata: { readonly name: string; readonly version: number; readonly labels?: unknown };
  readonly spec?: unknown;
}

const partsOf = ({ apiVersion, metadata, spec }: Shown): unknown => [
  apiVersion,
  metadata.name,
  metadata.version,
  metadata.labels,
  spec,
];

describe.each([
  ["sqlite memory", 60],
  ["postgresql", 12],
] as const)("random versions on %s", (engine: EngineName, numRuns) => {
  it("agree with an oracle, whichever an object is written and read through", { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ pair, before, after }) => {
        const database = await openTestDatabase(engine, [pair.v2]);
        const service = createService({ store: database.store, log: silentLog });
        const server = await serve(service, [pair.v1, pair.v2]);
        try {
          const oracle = new Oracle(pair);
          for (const each of before) await perform({ service, pair, oracle }, { ...each, via: "v1" }, pair.alone);
          await buildIndexes(database.store, [pair.v1, pair.v2]);
          for (const each of after) await perform({ service, pair, oracle }, each, pair[each.via]);
          await compare({ service, pair, oracle }, urlOf(server));
        } finally {
          server.close();
          server.closeAllConnections();
          await service.changes.stop();
          await database.close();
        }
      }),
      { numRuns },
    );
  });
});

interface World {
  readonly service: Service;
  readonly pair: VersionPair;
  readonly oracle: Oracle;
}

async function perform({ service, pair, oracle }: World, asked: Operation, model: ModelDescriptor): Promise<void> {
  const { does, via, name, values: given, field } = asked;
  const resource = service.resource(model);
  const spec = pair.specOf(via, given);
  const run = async (): Promise<unknown> => {
    if (does === "create") return resource.create({ metadata: { name }, spec });
    if (does === "update") {
      const { metadata } = await resource.get(name);
      return resource.replace({ metadata: { ...metadata }, spec });
    }
    if (does === "patch") {
      const at = field % pair.fields.length;
      const patch = pair.patchOf(via, at, given[at] ?? null);
      return resource.patch(name, [
        ...Object.entries(patch).map(([member, value]) =>
          value === null
            ? ({ op: "add", path: `/spec/${member}`, value: "gone" } as const)
            : ({ op: "add", path: `/spec/${member}`, value } as const),
        ),
        ...Object.entries(patch).flatMap(([member, value]) =>
          value === null ? [{ op: "remove", path: `/spec/${member}` } as const] : [],
        ),
      ]);
    }
    if (does === "label") return resource.update(name, { metadata: { labels: { "e.com/l": String(given[0]) } } });
    if (does === "repeat") return resource.replace(await resource.get(name));
    return resource.delete(name);
  };
  const last = oracle.objects.get(name);
  const isAccepted = oracle.apply(asked);
  const outcome = await run().catch((error: unknown) => error);
  if (!isAccepted) {
    expect(outcome).toMatchObject({ code: does === "create" ? "AlreadyExists" : "NotFound" });
    return;
  }
  const known = oracle.objects.get(name) ?? last;
  expect(partsOf(outcome as Shown)).toEqual(known && oracle.shown(via, name, known));
}

async function compare({ service, pair, oracle }: World, url: string): Promise<void> {
  for (const version of ["v1", "v2"] as const) {
    const resource = service.resource(pair[version]);
    const known = [...oracle.objects].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const wanted = known.map(([name, object]) => oracle.shown(version, name, object));
    for (const [name] of known) expect(partsOf((await resource.get(name)) as Shown)).toEqual(wanted.shift());
    const listed = async (value?: number): Promise<unknown> => {
      const selected = value === undefined ? {} : { where: { [pair.index[version]]: selectedWord(value) } };
      return (await resource.list({ sort: ["metadata.name"], ...selected })).items.map((item) =>
        partsOf(item as Shown),
      );
    };
    for (const value of [undefined, 0, 1, 2]) {
      const chosen = known.filter(([, object]) => value === undefined || object.values[0] === value);
      expect(await listed(value)).toEqual(chosen.map(([name, object]) => oracle.shown(version, name, object)));
      const events = oracle.events(version, value);
      if (events.length === 0) continue;
      const query = value === undefined ? "" : `&fieldSelector=${pair.index[version]}=${selectedWord(value)}`;
      const path = `/apis/things.example.com/${version}/things?watch=true&resourceVersion=0${query}`;
      const told = await watched(url + path, events.length);
      expect(told.map(({ type, object }) => [type, partsOf(object as unknown as Shown)])).toEqual(events);
    }
  }
}

async function serve(service: Service, models: readonly ModelDescriptor[]): Promise<Server> {
  const routers = models.map((model) => createResourceRouter(service, model));
  const server = createServer((request, response) => {
    for (const router of routers) router(request, response, () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
