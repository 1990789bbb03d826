import { render } from "../render/render.js";
import { modelPlan, saidOf } from "./add-model.js";
import type { AddRoles, EditPlan } from "./edit-request.js";
import type { OpenPlugin } from "./open-plugin.js";

const SENTENCES = {
  Role: "What somebody may do who has this role.",
  RoleBinding: "Who has a role.",
} as const;

/** Writes the modules of the models of roles and of their bindings. */
export function addRoles(plugin: OpenPlugin, request: AddRoles): EditPlan {
  const planOf = (kind: keyof typeof SENTENCES): EditPlan =>
    modelPlan(plugin, { ...request, kind }, (model) =>
      render("add/roles", { kind, sentence: SENTENCES[kind], said: saidOf(plugin, model) }),
    );
  const [roles, bindings] = [planOf("Role"), planOf("RoleBinding")];
  const setting =
    "Write `dynamicRoles: true` in src/access.ts (the command `add access` makes it): then roles can be objects.";
  return {
    ...roles,
    changes: [...roles.changes, ...bindings.changes],
    diagnostics: [...roles.diagnostics, ...bindings.diagnostics],
    sources: new Map([...roles.sources, ...bindings.sources]),
    broken: [...roles.broken, ...bindings.broken],
    notes: [...new Set([...(roles.notes ?? []), ...(bindings.notes ?? []), setting])],
  };
}
