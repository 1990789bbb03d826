import { join } from "node:path";

import { check } from "../check/check.js";
import { withoutPackageMisfits } from "../check/without-package-misfits.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { sortDiagnostics } from "../diagnostic/sort-diagnostics.js";
import { brokenModels, type EarlierShapes } from "../evolve/breaking-changes.js";
import { modelShapes } from "../evolve/model-shape.js";
import { prismaFolder } from "../emit/prisma/prisma-emitter.js";
import { latestState } from "../migrate/latest-state.js";
import { readHistory } from "../migrate/read-history.js";
import type { ProjectModel } from "../model/model.js";
import type { FileChange } from "../output/plan-output.js";
import { InputFiles } from "../read/input-files.js";
import { readProject } from "../read/read-project.js";
import type { EditedModel, EditPlan } from "./edit-request.js";
import type { OpenPlugin } from "./open-plugin.js";

/** A plan, and the plugin's models as they would be. */
export interface TriedPlan {
  readonly plan: EditPlan;
  readonly project: ProjectModel;
}

/**
 * Reads and checks a plugin as it would be after an edit, without writing it: the plan says what is wrong with that. What was wrong before
 * is not the edit's fault, and is left out.
 */
export function trySources(plugin: OpenPlugin, model: EditedModel, changes: readonly FileChange[]): TriedPlan {
  const edited = new Map(changes.map(({ path, after = "" }) => [join(plugin.root, path), after]));
  const { project, diagnostics, sources } = readAndCheck(plugin, new InputFiles(edited));
  const hasErrors = diagnostics.some(({ severity }) => severity === "error");
  const known = new Set(hasErrors ? readAndCheck(plugin, new InputFiles()).diagnostics.map(keyOf) : []);
  const plan = {
    changes,
    model,
    diagnostics: diagnostics.filter((diagnostic) => !known.has(keyOf(diagnostic))),
    sources,
    broken: brokenModels(project, { earlier: earlierShapes(plugin), shapes: modelShapes(project), renames: [] }),
  };
  return { plan, project };
}

function readAndCheck({ root, config }: OpenPlugin, inputs: InputFiles) {
  const { project: read, diagnostics: slips, sources } = readProject(root, config, { inputs });
  const project = withoutPackageMisfits(read, config);
  return { project, sources, diagnostics: sortDiagnostics([...slips, ...check(project, config)]) };
}

/** A problem is the same one where an edit has moved it. */
function keyOf({ code, message, span }: Diagnostic): string {
  return `${code} ${span?.file} ${message}`;
}

/** What the newest migrations say of the models. It is the same for each database. */
function earlierShapes({ root, config: { prismaDir, databases } }: OpenPlugin): EarlierShapes {
  const [provider = "sqlite"] = databases;
  const history = readHistory(join(root, prismaFolder(prismaDir, provider), "migrations"));
  return [...latestState(history).ends.values()].map(({ models = [] }) => models);
}

/** A plan of files that no model depends on. */
export function untried(model: EditedModel, changes: readonly FileChange[]): EditPlan {
  return { changes, model, diagnostics: [], sources: new Map(), broken: [] };
}
