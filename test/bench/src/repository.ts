import { fileURLToPath } from "node:url";

const root = new URL("../../../", import.meta.url);

/** Where a file of the repository is. */
export function inRepository(path: string): string {
  return fileURLToPath(new URL(path, root));
}
