import type { DatabaseProvider } from "../config/config.js";
import { loadSchemaEngine } from "./load-schema-engine.js";
import { offlineAdapter } from "./offline-adapter.js";

/**
 * The SQL that leads a database from one Prisma schema to another, as Prisma's own differ prints it; `""` where there is nothing to
 * do. Connects to nothing.
 *
 * @throws {Error} if a schema is no valid Prisma schema.
 */
export function diffSchemas(provider: DatabaseProvider, from: string, to: string): Promise<string> {
  const answer = turn.then(() => compared(provider, from, to));
  turn = answer.catch(() => {});
  return answer;
}

/** One after the other: the engine is not made for two at a time. */
let turn: Promise<unknown> = Promise.resolve();

async function compared(provider: DatabaseProvider, from: string, to: string): Promise<string> {
  const { SchemaEngine } = await loadSchemaEngine();
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => undefined, offlineAdapter(provider));
  try {
    const { stdout } = await engine.diff({
      from: datamodel(from),
      to: datamodel(to),
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return isEmptyMigration(stdout ?? "") ? "" : (stdout ?? "");
  } finally {
    engine.free();
  }
}

function datamodel(content: string) {
  return { tag: "schemaDatamodel" as const, files: [{ path: "schema.prisma", content }] };
}

function isEmptyMigration(script: string): boolean {
  return script.split("\n").every((line) => line.trim() === "" || line.startsWith("--"));
}
