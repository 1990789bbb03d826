import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { sortDiagnostics } from "../diagnostic/sort-diagnostics.js";
import { isTagOfPackage } from "../diagnostic/tag-of-package.js";
import type { ProjectModel } from "../model/model.js";
import { type CheckConfig, checkContext } from "./check-context.js";
import { rules } from "./rules.js";

/** Runs every rule on what was read. Returns all problems by file and place, but for those of tags in other packages. */
export function check(project: ProjectModel, config: CheckConfig): readonly Diagnostic[] {
  const context = checkContext(project, config);
  const found = rules.flatMap((rule) => [...rule(context)]);
  return sortDiagnostics(found.filter((diagnostic) => !isTagOfPackage(diagnostic)));
}
