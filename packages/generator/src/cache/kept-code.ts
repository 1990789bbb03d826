import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { dirname } from "node:path";
import process from "node:process";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

const require = nodeModule.createRequire(import.meta.url);

/** Bytes of the checksum in front. */
const SEAL = 4;

/**
 * Loads a CommonJS module with the code that V8 compiled for an earlier run, if that is kept. V8 refuses code of another V8; of the text it
 * compares the length alone.
 *
 * @param path Absolute path of the module.
 * @param kept Absolute path of the code.
 * @returns Keeps the code for the next run: all of it that ran until then. It does nothing where the next run has code already.
 */
export function loadWithCode(path: string, kept: string): () => void {
  // From Node.js 22.1 on the command line keeps the code of all modules.
  if ("enableCompileCache" in nodeModule || require.cache[path] !== undefined) return () => undefined;
  const { mtimeMs, size } = statSync(path);
  const stamp = crc32(`${mtimeMs} ${size}`);
  const cachedData = readBytes(kept, stamp);
  const source = nodeModule.Module.wrap(readFileSync(path, "utf8"));
  const script = new Script(source, { filename: path, ...(cachedData && { cachedData }) });
  require.cache[path] = evaluated(script, path);
  return script.cachedDataRejected === false
    ? () => undefined
    : () => writeBytes(kept, script.createCachedData(), stamp);
}

function evaluated(script: Script, path: string): nodeModule.Module {
  const loaded = new nodeModule.Module(path);
  loaded.filename = path;
  const { exports } = loaded as { readonly exports: unknown };
  // Boundary: the wrapper is a function of these.
  const run = script.runInThisContext() as (...parts: readonly unknown[]) => void;
  run.call(exports, exports, nodeModule.createRequire(path), loaded, path, dirname(path));
  loaded.loaded = true;
  return loaded;
}

/** Undefined where there are none, where they are damaged, or where their stamp is another one. */
function readBytes(path: string, stamp: number): Buffer | undefined {
  try {
    const sealed = readFileSync(path);
    const bytes = sealed.subarray(SEAL);
    return sealed.readUInt32LE() === crc32(bytes, stamp) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all; where they cannot be kept, the next run compiles again. */
function writeBytes(path: string, bytes: Buffer, stamp: number): void {
  const seal = Buffer.alloc(SEAL);
  seal.writeUInt32LE(crc32(bytes, stamp));
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, Buffer.concat([seal, bytes]));
    renameSync(temporary, path);
  } catch {
    // It takes a little longer.
  }
}
