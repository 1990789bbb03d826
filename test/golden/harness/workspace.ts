import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const repository = join(import.meta.dirname, "../../..");

/** A temporary folder in which plugins find cmgen's packages as if they were installed. */
export interface Workspace {
  readonly folder: string;
  readonly dispose: () => void;
}

export function createWorkspace(): Workspace {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-golden-"));
  const installed = join(folder, "node_modules");
  mkdirSync(installed);
  for (const name of ["@cmgen", "@types", "cmgen", "undici-types"]) {
    symlinkSync(join(repository, "node_modules", name), join(installed, name));
  }
  return { folder, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}
