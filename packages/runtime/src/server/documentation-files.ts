import { readFile } from "node:fs/promises";
import { StaticFiles } from "./static-files.js";

/** Copied beside the compiled code when this package is built. */
const folder = new URL("../reference-page/", import.meta.url);

/** The names of the files that the page at `/docs` loads. */
export const documentationFileNames = ["swagger-ui-bundle.js", "swagger-ui.css", "reference-page.js"] as const;

/** Kept by browsers alone: a shared cache may not, since reading them may be refused. */
export const documentationFiles = new StaticFiles(folder, "private");

/** Of the page that was copied. */
export async function documentationVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL("version.json", folder), "utf8")) as {
    readonly version: string;
  };
  return version;
}
