import { defineController } from "@cmgen/runtime";
import { personModel } from "../generated/v1alpha1/models.js";

/** People ask for a welcome with this annotation set to `yes`. */
const WELCOME = "people.example.com/welcome";

/** Writes a welcome into the status of people who ask for one, and leaves everyone else alone. */
export default defineController({
  name: "welcome",
  model: personModel,
  async reconcile(person, context) {
    if (person.metadata.annotations?.[WELCOME] !== "yes") return;
    const greeting = `Welcome, ${person.spec.name}!`;
    // With the version it was read at: a greeting made from an old name is refused, and this function called again.
    const { name, version } = person.metadata;
    await context
      .resource(personModel)
      .updateStatus({ metadata: { name, version }, status: { ...person.status, greeting } });
  },
});
