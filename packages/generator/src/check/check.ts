import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { sortDiagnostics } from "../diagnostic/sort-diagnostics.js";
import type { ProjectModel } from "../model/model.js";
import { type CheckConfig, createCheckContext } from "./check-context.js";
import { rules } from "./rules.js";

/** Runs every rule on what was read. All problems are answered, by file and place. */
export function check(project: ProjectModel, config: CheckConfig): readonly Diagnostic[] {
  const context = createCheckContext(project, config);
  return sortDiagnostics(rules.flatMap((rule) => [...rule(context)]));
}
