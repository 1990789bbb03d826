import type { PluginPlace } from "../plugin-place.js";
import type { EnvironmentFinding } from "./environment-finding.js";
import { examineGenerated } from "./examine-generated.js";
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
