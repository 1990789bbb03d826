/**
 * Which tests of a file a run takes: see docs/decisions/tests-in-tiers.md. A landing runs each rule on SQLite, and a tenth of the random cases;
 * the night runs every case on every database.
 */
export const isNight = process.env["CMGEN_TIER"] === "night";

type Database = "sqlite" | "postgresql";

/** `sqlite`, `postgresql`, or both with a comma between them: what a landing that changes the store asks for. */
const asked = process.env["CMGEN_TEST_DATABASES"]?.split(",");

/** The databases of a test of what stands above the store. The store's own contract and the conformance always run on both. */
export const databases = (["sqlite", "postgresql"] as const).filter((name) =>
  asked === undefined ? isNight || name === "sqlite" : asked.includes(name),
);

/** The same databases, where those of SQLite are files. */
export const databaseEngines = databases.map(engineOf);

function engineOf(database: Database): "sqlite file" | "postgresql" {
  return database === "sqlite" ? "sqlite file" : database;
}

/** The packages of the compilers that generated code must pass: the older ones take four times as long, and are asked at night. */
export const compilers = isNight ? ["typescript-5.9", "typescript-6.0", "typescript"] : ["typescript"];

/** How many of a random test's cases are run: all at night, else a tenth. */
export function randomCases(all: number): number {
  return isNight ? all : Math.ceil(all / 10);
}

/** The seed of random cases: another one each night, the same for each landing. `CMGEN_SEED` gives the seed that a failure has named. */
export function randomSeed(): number {
  return Number(process.env["CMGEN_SEED"] ?? (isNight ? Date.now() % 2 ** 31 : 20_261_129));
}
