import { existsSync } from "node:fs";
import { join } from "node:path";

import { ACCESS_MODULE } from "../model/access-module.js";
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
  const notes = [
    ...(plan.notes ?? []),
    ...(plugin.config.users === false ? ["Set `users: true` in cmgen.config.ts: then people can sign in."] : []),
    ...(existsSync(join(plugin.root, ACCESS_MODULE))
      ? []
      : ["Without src/access.ts everybody may do everything: the command `add access` makes it."]),
  ];
  return { ...plan, notes };
}
