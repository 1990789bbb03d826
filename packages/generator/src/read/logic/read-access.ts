import { dirname, join } from "node:path";
import type { ts } from "ts-morph";

import { ACCESS_MODULE, ACCESS_NAMES_MODULE, type AccessModule } from "../../model/access-module.js";
import { importPath } from "../../paths/module-path.js";
import { compiler } from "../compiler.js";
import { withoutCasts } from "../declaration/static-value.js";
import type { InputFiles } from "../input-files.js";
import type { Reporter } from "../reporter.js";
import { relativePath } from "../../paths/slashed.js";
import { moduleFiles, parseModule } from "./logic-modules.js";
import { callsOf, declared, defaultExportOf, importedName, ownModule } from "./module-syntax.js";

/** Where an access file would be, and what it imports. */
export interface AccessPlace {
  readonly root: string;
  /** The folder of generated files, relative to the root. */
  readonly outDir: string;
}

/**
 * The module that says who may do what; `undefined` where there is none. One that does not export what `defineAccess` of the generated
 * code makes is reported: a service must not start without the rules that its author wrote.
 */
export function readAccess(
  reporter: Reporter,
  inputs: InputFiles,
  { root, outDir }: AccessPlace,
): AccessModule | undefined {
  const path = join(root, ACCESS_MODULE);
  if (inputs.read(path) === undefined) {
    reportMisnamed(reporter, inputs, root);
    return undefined;
  }
  const file = parseModule(path, inputs);
  const exported = defaultExportOf(file);
  if (exported !== undefined && isDefinedBy(file, exported, outDir)) {
    const roles = rolesOf(file, exported);
    return { module: ACCESS_MODULE, ...(roles && { roles }) };
  }
  const place = exported ? reporter.files.spanOf(exported) : reporter.files.spanOfRange(file, { start: 0, end: 0 });
  reporter.reportAt("CM6005", place, { module: ACCESS_MODULE, from: importedFrom(outDir) });
  return undefined;
}

/** Without the file everybody may do everything: one beside it that defines access has the wrong name. */
function reportMisnamed(reporter: Reporter, inputs: InputFiles, root: string): void {
  const folder = join(root, dirname(ACCESS_MODULE));
  for (const path of moduleFiles(folder).filter((each) => dirname(each) === folder)) {
    const [call] = callsOf(parseModule(path, inputs), "defineAccess");
    if (call !== undefined) reporter.report("CM6007", call, { module: relativePath(root, path), right: ACCESS_MODULE });
  }
}

function isDefinedBy(file: ts.SourceFile, node: ts.Node, outDir: string): node is ts.CallExpression {
  if (!compiler.isCallExpression(node)) return false;
  const imported = importedName(file, node.expression);
  if (imported?.name !== "defineAccess") return false;
  const names = `${outDir}/${ACCESS_NAMES_MODULE}`.replace(/\.ts$/, "");
  // What an alias stands for is the compiler's to say; where it is wrong, the module does not compile.
  return imported.from.startsWith(".")
    ? ownModule(imported.from, ACCESS_MODULE) === names
    : imported.from.endsWith("/access.js");
}

/** The names of the roles that it defines; `undefined` where they are not all written there. */
function rolesOf(file: ts.SourceFile, node: ts.CallExpression): readonly string[] | undefined {
  const [definition] = node.arguments;
  if (definition === undefined || !compiler.isObjectLiteralExpression(definition)) return undefined;
  if (definition.properties.some(compiler.isSpreadAssignment)) return undefined;
  const member = definition.properties.find((each) => each.name?.getText() === "roles");
  if (member === undefined) return [];
  if (!compiler.isPropertyAssignment(member) && !compiler.isShorthandPropertyAssignment(member)) return undefined;
  const given = compiler.isPropertyAssignment(member) ? member.initializer : member.name;
  const roles = declared(file, withoutCasts(given));
  if (!compiler.isObjectLiteralExpression(roles)) return undefined;
  const names = roles.properties.flatMap(({ name }) =>
    name !== undefined && (compiler.isIdentifier(name) || compiler.isStringLiteral(name)) ? [name.text] : [],
  );
  return names.length === roles.properties.length ? names : undefined;
}

/** How the access file imports it. */
function importedFrom(outDir: string): string {
  return importPath(ACCESS_MODULE, `${outDir}/${ACCESS_NAMES_MODULE}`);
}
