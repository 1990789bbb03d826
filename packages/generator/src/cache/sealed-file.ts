import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";

/** Keeps a text for the next run, whole or not at all. Nothing happens where it cannot be kept: then the next run takes longer. */
export function writeSealed(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, `${sealOf(text)}\n${text}`);
    renameSync(temporary, path);
  } catch {
    // The next run reads and makes everything.
  }
}

/** The text that was kept; undefined where there is none, or where it is not as it was: a damaged text could make a run write what is not so. */
export function readSealed(path: string): string | undefined {
  try {
    const sealed = readFileSync(path, "utf8");
    const end = sealed.indexOf("\n");
    const text = sealed.slice(end + 1);
    return sealed.slice(0, Math.max(end, 0)) === sealOf(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Shows damage, and not malice: whoever may write here may write anything. SHA-256 takes ten times as long. */
export function sealOf(text: string): string {
  return `${crc32(text)} ${text.length}`;
}
