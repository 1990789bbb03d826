import { defineHooks } from "@cmgen/runtime";
import { thingModel } from "../generated/v1/models.js";

/** The plugin's own code sees what is secret. */
export default defineHooks({
  model: thingModel,
  check({ object: { spec, status }, refuse }) {
    if (spec.password.includes(spec.title)) refuse("spec.password", "must not have the title in it");
    for (const host of spec.hosts ?? []) if (host.token === host.name) refuse("spec.hosts", "must differ");
    if (status?.session === "") refuse("status.session", "must not be empty");
  },
});
