import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export type SchemaEngineBindings = typeof import("@prisma/schema-engine-wasm/schema_engine_bg");

/** What is used of a global that the types of Node 20 leave to those of browsers. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: object,
  ): Promise<{ instance: { exports: Readonly<Record<string, unknown>> } }>;
};

const require = createRequire(import.meta.url);
const PACKAGE = "@prisma/schema-engine-wasm/schema_engine_bg";

const loaded = Symbol.for("cmgen.schemaEngine");

/** What the engine tells its last words; it asks the global object for this. */
const panics = {
  set_message(message: string): never {
    throw new Error(`Prisma's schema engine broke down: ${message}`);
  },
};

/**
 * Where the engine is kept: a place that every copy of this module finds. The bindings are one module with one engine behind it. A second
 * copy that put another engine behind them would have them write into the first one's memory, and a comparison would never end.
 */
const place: { [loaded]?: Promise<SchemaEngineBindings> } & object = globalThis;

/** Prisma's schema engine, loaded once for the process. */
export function loadSchemaEngine(): Promise<SchemaEngineBindings> {
  place[loaded] ??= loadBindings();
  return place[loaded];
}

/**
 * Begins to load the engine: most of that is done by other threads, while this one reads the models. A failure is told to whoever asks for
 * the engine, so it is not told here.
 */
export function preloadSchemaEngine(): void {
  loadSchemaEngine().catch(() => {});
}

/** The package's own entry imports its WebAssembly as a module, which Node 20 cannot: so the two are put together here. */
async function loadBindings(): Promise<SchemaEngineBindings> {
  const path = require.resolve(PACKAGE);
  const bindings: SchemaEngineBindings = await import(PACKAGE);
  const bytes = await readFile(join(dirname(path), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": { ...bindings } });
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: panics });
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
