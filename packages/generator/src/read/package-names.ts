import { dirname, join } from "node:path";
import type { ts } from "ts-morph";

import { InputFiles } from "./input-files.js";

/** Tells which package a source file belongs to, by the nearest package.json that has a name. */
export class PackageNames {
  readonly #byFolder = new Map<string, string | undefined>();

  of(file: ts.SourceFile): string | undefined {
    return this.ofFolder(dirname(file.fileName));
  }

  ofFolder(folder: string): string | undefined {
    if (this.#byFolder.has(folder)) return this.#byFolder.get(folder);
    const parent = dirname(folder);
    const name = nameIn(folder) ?? (parent === folder ? undefined : this.ofFolder(parent));
    this.#byFolder.set(folder, name);
    return name;
  }
}

function nameIn(folder: string): string | undefined {
  const { name } = readManifest(folder) ?? {};
  return typeof name === "string" ? name : undefined;
}

/** The package.json of a folder; `undefined` where there is none or it is no JSON object. */
export function readManifest(folder: string, inputs = new InputFiles()): Readonly<Record<string, unknown>> | undefined {
  try {
    const manifest: unknown = JSON.parse(inputs.read(join(folder, "package.json")) ?? "null");
    return typeof manifest === "object" && manifest !== null ? { ...manifest } : undefined;
  } catch {
    return undefined;
  }
}
