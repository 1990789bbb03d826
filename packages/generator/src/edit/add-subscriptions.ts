import { SUBSCRIPTION_KIND } from "../model/subscription-model.js";
import { render } from "../render/render.js";
import { modelPlan, saidOf } from "./add-model.js";
import type { AddSubscriptions, EditPlan } from "./edit-request.js";
import type { OpenPlugin } from "./open-plugin.js";

/** Writes the module of the model of subscriptions. */
export function addSubscriptions(plugin: OpenPlugin, request: AddSubscriptions): EditPlan {
  const plan = modelPlan(plugin, { ...request, kind: SUBSCRIPTION_KIND }, (model) =>
    render("add/subscriptions", { said: saidOf(plugin, model) }),
  );
  const notes = [
    ...(plan.notes ?? []),
    ...(plugin.config.subscriptions
      ? []
      : ["Set `subscriptions: true` in cmgen.config.ts: then changes are sent to other programs."]),
  ];
  return { ...plan, notes };
}
