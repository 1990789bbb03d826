import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { DatabaseProvider } from "../config/config.js";
import { offlineAdapter } from "./offline-adapter.js";

type Bindings = typeof import("@prisma/schema-engine-wasm/schema_engine_bg");

/** What is used of a global that the types of Node 20 leave to those of browsers. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: object,
  ): Promise<{ instance: { exports: Readonly<Record<string, unknown>> } }>;
};

const require = createRequire(import.meta.url);
const PACKAGE = "@prisma/schema-engine-wasm/schema_engine_bg";

let loading: Promise<Bindings> | undefined;

/**
 * The SQL that leads a database from one Prisma schema to another, as Prisma's own differ prints it; `""` where there is nothing to
 * do. Connects to nothing.
 *
 * @throws {Error} if a schema is no valid Prisma schema.
 */
export async function diffSchemas(provider: DatabaseProvider, from: string, to: string): Promise<string> {
  const { SchemaEngine } = await (loading ??= loadBindings());
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

/** The package's own entry imports its WebAssembly as a module, which Node 20 cannot: so the two are put together here. */
async function loadBindings(): Promise<Bindings> {
  const path = require.resolve(PACKAGE);
  const bindings: Bindings = await import(PACKAGE);
  const bytes = await readFile(join(dirname(path), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": { ...bindings } });
  const { __wbg_set_wasm: attach } = bindings;
  attach(instance.exports);
  start(instance.exports);
  return bindings;
}

function start(exports: Readonly<Record<string, unknown>>): void {
  const begin = exports["__wbindgen_start"];
  if (typeof begin !== "function") throw new TypeError("the schema engine has no entry: it is not the pinned release");
  begin();
}
