import type { Integer } from "@cmgen/model";
import { ApiVersion, consoleApi, Get, typed, type EndpointContext } from "@cmgen/runtime";
import { projectModel } from "../generated/v1alpha1/models.js";

export interface Busiest {
  query: {
    /** @minimum 1 @maximum 100 @default 10 */
    limit?: Integer;
  };
  response: { name: string; open: Integer }[];
}

@ApiVersion(consoleApi(projectModel))
export default class BusiestProjects {
  /** The projects with the most open issues. */
  @Get("/projects/busiest", typed<Busiest>())
  async list(context: EndpointContext<object, Busiest>): Promise<Busiest["response"]> {
    const { query, resource } = context;
    const { items } = await resource(projectModel).list({
      where: { "status.open": { gt: 0 } },
      sort: ["-status.open"],
      limit: query.limit ?? 10,
    });
    return items.map(({ metadata, status }) => ({ name: metadata.name, open: status?.open ?? 0 }));
  }
}
