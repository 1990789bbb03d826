import type { OpenApiConfig } from "../../config/openapi-config.js";
import type { OpenApiDocument, Operation, PathItem } from "./document.js";
import { accessRefusals, problemResponses } from "./problems.js";

/** How a caller of a service with an access file says who it is. Which issuers its tokens may have is known only when it runs. */
const accessSchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description:
      "A token of the service (`cmgen token create`), or one of an identity provider that the service trusts.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-cmgen-session",
    description: "The session of somebody who has signed in on a page of the service.",
  },
} as const satisfies OpenApiConfig["securitySchemes"];

/** Without credentials a caller is anonymous, which may be enough. */
const accessSecurity: NonNullable<OpenApiConfig["security"]> = [{ bearer: [] }, { session: [] }, {}];

const methods = ["get", "head", "post", "put", "patch", "delete"] as const;

/** A document of a service that says who may do what. What the config says of security counts, and what it leaves out is filled in. */
export function withAccess(document: OpenApiDocument, config: OpenApiConfig): OpenApiDocument {
  const { components, paths } = document;
  const { Unauthorized, Forbidden, NotReady } = problemResponses;
  return {
    ...document,
    security: config.security ?? accessSecurity,
    paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, withRefusals(item)])),
    components: {
      ...components,
      responses: { ...components.responses, Unauthorized, Forbidden, NotReady },
      securitySchemes: { ...(config.security === undefined && accessSchemes), ...config.securitySchemes },
    },
  };
}

function withRefusals(item: PathItem): PathItem {
  const operations = methods.flatMap((method): [string, Operation][] => {
    const operation = item[method];
    // What an operation says of a status itself says more.
    return operation === undefined
      ? []
      : [[method, { ...operation, responses: { ...accessRefusals, ...operation.responses } }]];
  });
  return { ...item, ...Object.fromEntries(operations) };
}
