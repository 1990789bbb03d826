import { dirname, join } from "node:path";
import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { InputFiles } from "../input-files.js";
import { readManifest } from "../package-names.js";

/** Why the modules of a plugin are compiled to CommonJS, which generated code cannot be; nothing where they are not. */
export function reasonForCommonJs(
  root: string,
  { module }: Pick<ts.CompilerOptions, "module">,
  inputs: InputFiles,
): string | undefined {
  const { CommonJS, ES2015, Node16, NodeNext } = compiler.ModuleKind;
  if (module === undefined) return undefined;
  if (module < ES2015) return `tsconfig.json has \`"module": "${compiler.ModuleKind[module] ?? CommonJS}"\``;
  const isOfPackage = module >= Node16 && module <= NodeNext;
  return isOfPackage && packageType(root, inputs) !== "module"
    ? 'package.json does not have `"type": "module"`'
    : undefined;
}

/** What the nearest package.json says of its modules. */
function packageType(folder: string, inputs: InputFiles): unknown {
  const manifest = readManifest(folder, inputs);
  if (manifest !== undefined || dirname(folder) === folder) return manifest?.["type"];
  return packageType(join(folder, ".."), inputs);
}
