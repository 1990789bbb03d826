import { defineEndpoints, get } from "@cmgen/runtime";
import { personModel } from "../generated/v1alpha1/models.js";

/** An endpoint beside the generated ones, for the administration console: hence its group (spec 4.3). */
export default defineEndpoints({
  apiVersion: "console.api.people.example.com/v1alpha1",
  routes: [
    get("/people/{name}/greeting", async (_request, context) => {
      const person = await context.resource(personModel).get(context.params.name);
      return Response.json({ greeting: `Hello, ${person.spec.name}!` });
    }),
  ],
});
