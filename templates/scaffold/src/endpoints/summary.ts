import { defineEndpoints, get } from "@cmgen/runtime";
import { taskModel } from "../generated/v1alpha1/models.js";

/** Custom endpoints are served under a group of their own: `api.` and the model's group. */
export default defineEndpoints({
  apiVersion: "api.my-plugin.example.com/v1alpha1",
  routes: [
    get("/tasks/{name}/summary", async (_request, context) => {
      const { spec } = await context.resource(taskModel).get(context.params.name);
      return Response.json({ summary: `${spec.title} (${spec.done === true ? "done" : "open"})` });
    }),
  ],
});
