import { defineEndpoints, get } from "@cmgen/runtime";
import { projectModel, taskModel } from "../generated/v1alpha1/models.js";

/** A project's tasks as its page in a console shows them: the titles by phase. */
export default defineEndpoints({
  apiVersion: "console.api.tasks.example.com/v1alpha1",
  routes: [
    get("/projects/{name}/board", async ({ params, resource }) => {
      const { metadata } = await resource(projectModel).get(params.name);
      const board: Record<"OPEN" | "DONE", string[]> = { OPEN: [], DONE: [] };
      const selection = { where: { "spec.project": metadata.name }, sort: ["metadata.name"] } as const;
      for await (const task of resource(taskModel).each(selection)) {
        board[task.status?.phase ?? "OPEN"].push(task.spec.title);
      }
      return Response.json(board);
    }),
  ],
});
