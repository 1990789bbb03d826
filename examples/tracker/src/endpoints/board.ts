import { consoleApi, defineEndpoints, get, skip, typed } from "@cmgen/runtime";
import { issueModel, projectModel } from "../generated/v1alpha1/models.js";

export interface Board {
  query: {
    /** Only issues with this tag. */
    tag?: string;
  };
  response: { open: string[]; closed: string[] };
}

export default defineEndpoints({
  apiVersion: consoleApi(projectModel),
  routes: [
    /** The titles of a project's issues by state. */
    get("/projects/{name}/board", typed<Board>(), async ({ params, query: { tag }, resource }) => {
      const { metadata } = await resource(projectModel).get(params.name);
      const board: Board["response"] = { open: [], closed: [] };
      const where = { "spec.project": metadata.name, "spec.tags": tag ?? skip };
      for await (const { spec } of resource(issueModel).each({ where, sort: ["metadata.name"] })) {
        board[spec.state].push(spec.title);
      }
      return board;
    }),
  ],
});
