import { basename, join } from "node:path";

import type { ProjectModel } from "../model/model.js";
import { InputFiles } from "./input-files.js";

/** What a plugin's package.json says of it. The plugin's name is the package's without its scope. */
export type PackageFacts = Pick<ProjectModel, "name" | "version" | "description" | "license">;

/** Reads the package.json of a plugin; what it does not say has a default. */
export function packageFacts(root: string, inputs = new InputFiles()): PackageFacts {
  const { name, version, description, license } = readManifest(root, inputs) ?? {};
  const full = typeof name === "string" && name !== "" ? name : basename(join(root));
  return {
    name: full.slice(full.lastIndexOf("/") + 1),
    version: typeof version === "string" ? version : "0.0.0",
    ...(typeof description === "string" && description !== "" && { description }),
    ...(typeof license === "string" && license !== "" && { license }),
  };
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
