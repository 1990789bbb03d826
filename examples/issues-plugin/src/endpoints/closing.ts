import type { Integer } from "@cmgen/model";
import { consoleApi, defineEndpoints, post, typed } from "@cmgen/runtime";
import { issueModel } from "../generated/v1alpha1/models.js";

export interface CloseAll {
  body: {
    /**
     * Name of the project.
     * @minLength 1 @maxLength 253
     */
    project: string;
  };
  response: { closed: Integer };
}

export default defineEndpoints({
  apiVersion: consoleApi(issueModel),
  routes: [
    /** Close all issues of a project. */
    post("/issues/closing", typed<CloseAll>(), async ({ body, resource }) => {
      const issues = resource(issueModel);
      let closed = 0;
      for await (const { metadata } of issues.each({ where: { "spec.project": body.project, "spec.state": "open" } })) {
        await issues.update(metadata.name, { spec: { state: "closed" } });
        closed += 1;
      }
      return { closed };
    }),
  ],
});
