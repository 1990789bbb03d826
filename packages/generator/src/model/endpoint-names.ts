import type { ProjectModel } from "./model.js";

/** Method and whole path of the endpoints whose methods and paths can be read, as access rules name them. */
export function endpointNames({ endpoints }: Pick<ProjectModel, "endpoints">): readonly string[] {
  const names = endpoints.flatMap(({ base, endpoints: routes }) =>
    base === undefined ? [] : routes.map(({ method, path }) => `${method} ${base}${path}`),
  );
  return [...new Set(names)];
}
