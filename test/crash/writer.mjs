// Writes to a store as fast as it can, and prints what was acknowledged, until it is killed.
import { writeSync } from "node:fs";

const [, , openModule, url, setup] = process.argv;
const { openDatabase } = await import(openModule);
const { model, migrations, prefix, workers } = JSON.parse(setup);
const database = openDatabase(url);
await database.migrate(migrations);
const store = await database.openStore();

/** Acknowledgements must be out before the next write is begun: a buffer would die with the process. A full pipe is tried again. */
function acknowledge(line) {
  for (;;) {
    try {
      return writeSync(1, `${line}\n`);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

async function work(worker) {
  for (let number = 0; ; number += 1) {
    const name = `${prefix}-${worker}-${number}`;
    const created = await write(name, 1, (record) => store.create(model, record));
    if (!created) continue;
    if (number % 3 === 0) await write(name, 2, (record) => store.replace(model, record, 1));
    if (number % 5 === 0) {
      const version = number % 3 === 0 ? 2 : 1;
      const outcome = await store.remove(model, { name, expectedVersion: version, last: Buffer.from("{}") });
      if (outcome.refused === undefined) acknowledge(`removed ${name}`);
    }
  }
}

async function write(name, version, send) {
  const values = { code: `${name} v${version}`, tags: [`t${version}`, name], size: version };
  const record = {
    name,
    version,
    createdAt: 1000 + version,
    deletedAt: null,
    data: Buffer.from(JSON.stringify({ name, version, values })),
    labels: new Map([["version", String(version)]]),
    indexValues: new Map([
      ["spec.code", [values.code]],
      ["spec.tags", values.tags],
      ["spec.size", [values.size]],
    ]),
  };
  const outcome = await send(record);
  if (outcome.refused === undefined) acknowledge(`stored ${name} ${version}`);
  return outcome.refused === undefined;
}

await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
