import { patchBody } from "./patch-body.js";
import type { StatusClient } from "./resource-client.js";
import type { Target } from "./target.js";

/** A client of the subresource `status`. */
export function createStatusClient<Stored>({ transport, envelope, pathOf, tagOf }: Target): StatusClient<Stored> {
  const statusPath = (name: string): string => `${pathOf(name)}/status`;
  return {
    get: async (name, options) => transport.json({ method: "GET", path: statusPath(name), options }),
    update: async ({ metadata, status }, options) => {
      const { name, uid, version } = metadata;
      // JSON leaves out what is undefined.
      const body = { ...envelope, metadata: { name, uid, version }, status };
      return transport.json({
        method: "PUT",
        path: statusPath(name),
        body,
        ifMatch: tagOf(options?.ifMatch),
        options,
      });
    },
    patch: async (name, patch, options) =>
      transport.json({
        method: "PATCH",
        path: statusPath(name),
        ...patchBody(patch),
        ifMatch: tagOf(options?.ifMatch),
        options,
      }),
  };
}
