import process from "node:process";
import { parseArgs } from "node:util";
import { createJiti } from "jiti";

// npm run bench -- store [--sizes 10000,100000] [--databases sqlite,postgresql] [--rounds 200]
// Times the store against hand-written SQL through the raw driver, round by round in one process, and prints medians and ratios.
// --sizes 1000000 takes minutes to seed; what was seeded is removed at the end.

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000,100000" },
    databases: { type: "string", default: "sqlite,postgresql" },
    rounds: { type: "string", default: "200" },
  },
});

const jiti = createJiti(import.meta.url);
const { openBenchDatabases } = await jiti.import("./store/databases.ts");
const { measureAll } = await jiti.import("./store/scenarios.ts");

const databases = await openBenchDatabases(options.databases.split(","));
try {
  for (const database of databases.engines) {
    for (const size of options.sizes.split(",").map(Number)) {
      const opened = await database.seed(size);
      try {
        console.log(`\n${database.name}, ${size} objects, ${opened.indexBytes.toFixed(0)} bytes of indexes an object`);
        console.table(await measureAll(opened, { size, rounds: Number(options.rounds) }));
      } finally {
        await opened.close();
      }
    }
  }
} finally {
  await databases.close();
}
process.exitCode = 0;
