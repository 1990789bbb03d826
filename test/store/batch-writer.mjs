// Writes random batches that overlap, and single writes beside them, to a store that other processes write to as well. Prints what became of each.
import { writeSync } from "node:fs";

const [, , openModule, url, setup] = process.argv;
const { openDatabase } = await import(openModule);
const { teams, items, names, migrations, prefix, workers, batches } = JSON.parse(setup);
const database = openDatabase(url);
await database.migrate(migrations);
const store = await database.openStore();
const referring = { table: items.table, names: { column: "x_spec_title" }, except: [], isAliveOnly: false };

const any = (list) => list[Math.floor(Math.random() * list.length)];
const some = (list, most) => list.toSorted(() => Math.random() - 0.5).slice(0, 1 + Math.floor(Math.random() * most));
/** Lines must be out before the process is killed. */
const say = (...words) => writeSync(1, `${words.join(" ")}\n`);

function recordOf(model, name, { version, batch, of, code }) {
  const team = any(names);
  const values = {
    "spec.code": [code],
    "spec.keys": [`${code}-key`, name],
    ...(model === items && { "spec.title": [team] }),
  };
  return {
    name,
    uid: `uid of ${name}`,
    version,
    createdAt: 1,
    deletedAt: null,
    data: Buffer.from(JSON.stringify({ batch, of, code, team })),
    indexValues: new Map(Object.entries(values)),
    labels: new Map([["batch", batch]]),
    deletedUpTo: Number.MAX_SAFE_INTEGER,
    ...(model === items && { needs: [{ table: teams.table, names: [team] }] }),
  };
}

function jobOf({ model, name, stored }, batch, of, code) {
  const version = (stored?.version ?? Math.floor(Math.random() * 1e6)) + 1;
  if (stored === undefined)
    return { write: "create", model, record: recordOf(model, name, { version, batch, of, code }) };
  if (code === undefined) {
    const last = Buffer.from(JSON.stringify({ batch, of }));
    const unreferred = model === teams ? [referring] : undefined;
    return { write: "remove", model, name, expectedVersion: stored.version, last, ...(unreferred && { unreferred }) };
  }
  const record = recordOf(model, name, { version, batch, of, code });
  return { write: "replace", model, record, expectedVersion: stored.version };
}

async function runBatch(batch) {
  const read = async (model, name) => ({ model, name, stored: await store.read(model, name) });
  const chosen = [...some(names, 4).map((name) => [teams, name]), ...some(names, 4).map((name) => [items, name])];
  const targets = await Promise.all(
    chosen.toSorted(() => Math.random() - 0.5).map(([model, name]) => read(model, name)),
  );
  const codes = new Map(
    [teams, items].map((model) => [
      model,
      rotatedCodes(
        targets.filter((one) => one.model === model),
        batch,
      ),
    ]),
  );
  const jobs = targets.map((target) => {
    const isRemoved = target.stored !== undefined && Math.random() < 0.1;
    return jobOf(target, batch, targets.length, isRemoved ? undefined : codes.get(target.model).get(target.name));
  });
  const watched = any(names);
  const seen = await store.read(teams, watched);
  const guards = Math.random() < 0.3 ? [{ table: teams.table, name: watched, version: seen?.version }] : [];
  const outcome = await store.writeAll({ jobs, guards });
  if (outcome.refused === undefined) say("done", batch, ...outcome.revisions);
  else say("refused", batch, outcome.refused, ...new Set((outcome.jobs ?? []).map(({ refusal }) => refusal.refused)));
}

/** The codes that the objects have, each given to the next one; for new ones there are new codes. */
function rotatedCodes(targets, batch) {
  const codes = targets.map(({ name, stored }) =>
    stored === undefined ? `${batch}-${name}` : JSON.parse(stored.data).code,
  );
  return new Map(targets.map(({ name }, place) => [name, codes[(place + 1) % codes.length]]));
}

async function runSingle(batch) {
  const name = any(names);
  const stored = await store.read(teams, name);
  if (stored === undefined) return;
  const { code } = JSON.parse(stored.data);
  const record = recordOf(teams, name, { version: stored.version + 1, batch, of: 1, code });
  const { refused } = await store.replace(teams, record, stored.version);
  say(refused === undefined ? "single" : "lost", batch);
}

async function work(worker) {
  for (let number = 0; number < batches; number += 1) {
    const id = `${prefix}-${worker}-${number}`;
    try {
      await (number % 4 === 3 ? runSingle(id) : runBatch(id));
    } catch (error) {
      say("error", id, error.message, error.cause?.message ?? "");
    }
  }
}

await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
await store.close();
say("end");
