import { defineController } from "@cmgen/runtime";
import { personModel } from "../generated/v1alpha1/models.js";

/** People ask for a welcome with this annotation set to `yes`. */
const WELCOME = "people.example.com/welcome";

/** Writes a welcome into the status of people who ask for one, and leaves everyone else alone. */
export default defineController({
  name: "welcome",
  model: personModel,
  async reconcile({ object: person, name, resource }) {
    if (person.metadata.annotations?.[WELCOME] !== "yes") return;
    const greeting = `Welcome, ${person.spec.name}!`;
    // As it was read: a greeting made from an old name is refused, and this function called again.
    await resource(personModel).status.update(name, { greeting }, { ifMatch: person.metadata });
  },
});
