import { existsSync } from "node:fs";
import { join } from "node:path";
import { generate, loadConfig } from "@cmgen/generator";

import type { PluginPlace } from "../plugin-place.js";
import type { EnvironmentFinding } from "./environment-finding.js";
import { examineNode, examinePackages } from "./examine-packages.js";
import { examinePort } from "./examine-port.js";

/** Looks at what a plugin needs beside its database: Node.js, the packages of cmgen, a free port, and, if asked to, its generated files. */
export async function examineEnvironment(
  { root, configFile }: Pick<PluginPlace, "root" | "configFile">,
  { drift }: { readonly drift: boolean },
): Promise<readonly EnvironmentFinding[]> {
  return [
    ...examineNode(process.versions.node),
    ...examinePackages(root),
    ...(await examinePort(process.env)),
    ...(drift ? await examineGenerated(root, configFile) : []),
  ];
}

/** Whether the generated files are as the models say. Where nothing was generated, as beside an installed service, there is nothing to compare. */
export async function examineGenerated(root: string, configFile?: string): Promise<readonly EnvironmentFinding[]> {
  const { outDir } = await loadConfig(root, configFile);
  if (!existsSync(join(root, outDir, ".cmgen-manifest.json"))) return [];
  const { status, changes, conflicts } = await generate(root, { config: configFile, check: true });
  if (status === "invalid") {
    return [{ code: "generated", message: "The models have problems.", fix: "cmgen generate shows them." }];
  }
  const paths = [...new Set([...changes, ...conflicts].map(({ path }) => path))];
  if (paths.length === 0) return [];
  const some = `${paths.slice(0, 3).join(", ")}${paths.length > 3 ? `, and ${paths.length - 3} more` : ""}`;
  const message = `Generated files do not match the models: ${some}.`;
  return [{ code: "generated", message, fix: "Run cmgen generate; cmgen generate --check shows the difference." }];
}
