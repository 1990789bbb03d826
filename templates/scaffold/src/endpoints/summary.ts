import { defineEndpoints, get, publicApi, typed } from "@cmgen/runtime";
import { taskModel } from "../generated/v1alpha1/models.js";

export interface Summary {
  summary: string;
}

/** Custom endpoints are served under a group of their own: `api.` and the model's group. */
export default defineEndpoints({
  apiVersion: publicApi(taskModel),
  routes: [
    /** Sum up a task. */
    get("/tasks/{name}/summary", typed<{ response: Summary }>(), async ({ params, resource }) => {
      const { spec } = await resource(taskModel).get(params.name);
      return { summary: `${spec.title} (${spec.done === true ? "done" : "open"})` };
    }),
  ],
});
