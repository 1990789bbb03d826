import { USER_KIND } from "../model/user-model.js";
import { render } from "../render/render.js";
import { modelPlan, saidOf } from "./add-model.js";
import type { AddUsers, EditPlan } from "./edit-request.js";
import type { OpenPlugin } from "./open-plugin.js";

/** Writes the module of the model of users. */
export function addUsers(plugin: OpenPlugin, request: AddUsers): EditPlan {
  const plan = modelPlan(plugin, { ...request, kind: USER_KIND }, (model) =>
    render("add/users", { said: saidOf(plugin, model) }),
  );
  const setting = "Set `users: true` in cmgen.config.ts: then people can sign in.";
  return plugin.config.users === false ? { ...plan, notes: [...(plan.notes ?? []), setting] } : plan;
}
