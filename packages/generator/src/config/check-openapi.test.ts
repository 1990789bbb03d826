import { expect, test } from "vitest";

import { openApiProblems } from "./check-openapi.js";
import type { OpenApiConfig } from "./openapi-config.js";

const token = { type: "http", scheme: "bearer" };
const login = {
  type: "oauth2",
  flows: {
    authorizationCode: { authorizationUrl: "https://a.b/c", tokenUrl: "https://a.b/t", scopes: { read: "Read" } },
  },
};

test("what OpenAPI allows passes", () => {
  const config: OpenApiConfig = {
    title: "People",
    description: "Who is who.",
    version: "2.0.0",
    servers: [{ url: "https://people.example.com" }, { url: "/people", description: "Here" }],
    securitySchemes: {
      token: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "Ask operations." },
      "api-key": { type: "apiKey", in: "header", name: "x-api-key" },
      login: {
        type: "oauth2",
        flows: {
          implicit: { authorizationUrl: "https://a.b/c", scopes: {} },
          password: { tokenUrl: "https://a.b/t", scopes: { read: "Read" }, refreshUrl: "https://a.b/r" },
          clientCredentials: { tokenUrl: "https://a.b/t", scopes: {} },
          authorizationCode: { authorizationUrl: "https://a.b/c", tokenUrl: "https://a.b/t", scopes: {} },
        },
      },
      single: { type: "openIdConnect", openIdConnectUrl: "https://a.b/.well-known/openid-configuration" },
      certificate: { type: "mutualTLS" },
    },
    security: [{ token: [] }, { "api-key": [], login: ["read"] }, { single: ["admin"] }, {}],
  };
  expect(openApiProblems(config)).toEqual([]);
  expect(openApiProblems({})).toEqual([]);
  expect(openApiProblems({ title: undefined, securitySchemes: { t: { ...token, "x-more": { a: [1] } } } })).toEqual([]);
});

test.each<[unknown, string]>([
  ["x", "`openapi` must be an object."],
  [{ tittle: "x" }, "`openapi.tittle` is not a key of the config. Did you mean `title`?"],
  [
    { paths: {} },
    "`openapi.paths` is not a key of the config. Known keys: title, description, version, servers, securitySchemes, security.",
  ],
  [{ title: "" }, "`openapi.title` must be a text."],
  [{ version: 2 }, "`openapi.version` must be a text."],
  [{ servers: "/" }, "`openapi.servers` must be a list."],
  [{ servers: [{}] }, "`openapi.servers[0]` must have `url`."],
  [{ servers: [{ url: "https://{host}/" }] }, "`openapi.servers[0].url` must be a URL or a path, without variables."],
  [{ securitySchemes: [] }, "`openapi.securitySchemes` must be an object of security schemes by name."],
  [
    { securitySchemes: { "a b": token } },
    "`openapi.securitySchemes.a b` must have a name of letters, digits, `.`, `-` and `_`.",
  ],
  [{ securitySchemes: { a: "bearer" } }, "`openapi.securitySchemes.a` must be an object with a `type`."],
  [
    { securitySchemes: { a: { type: "bearer" } } },
    "`openapi.securitySchemes.a.type` must be one of apiKey, http, mutualTLS, oauth2, openIdConnect.",
  ],
  [{ securitySchemes: { a: { type: "http" } } }, "`openapi.securitySchemes.a` must have `scheme`."],
  [
    { securitySchemes: { a: { ...token, bearerformat: "JWT" } } },
    "`openapi.securitySchemes.a.bearerformat` is not a key of the config. Did you mean `bearerFormat`?",
  ],
  [
    { securitySchemes: { a: { type: "apiKey", in: "body", name: "k" } } },
    "`openapi.securitySchemes.a.in` must be one of header, query, cookie.",
  ],
  [
    { securitySchemes: { a: { type: "oauth2", flows: {} } } },
    "`openapi.securitySchemes.a.flows` must have a flow: implicit, password, clientCredentials, authorizationCode.",
  ],
  [
    { securitySchemes: { a: { type: "oauth2", flows: { implicit: { scopes: {} } } } } },
    "`openapi.securitySchemes.a.flows.implicit` must have `authorizationUrl`.",
  ],
  [
    { securitySchemes: { a: { type: "openIdConnect", openIdConnectUrl: "/id" } } },
    "`openapi.securitySchemes.a.openIdConnectUrl` must be a URL, for example https://id.example.com/token.",
  ],
  [
    { security: [{ token: [] }] },
    "`openapi.security[0].token` is not a scheme of `openapi.securitySchemes`. Declare it there.",
  ],
  [
    { securitySchemes: { token }, security: [{}, { tokne: [] }] },
    "`openapi.security[1].tokne` is not a scheme of `openapi.securitySchemes`. Did you mean `token`?",
  ],
  [
    { securitySchemes: { token }, security: [{ toString: [] }] },
    "`openapi.security[0].toString` is not a scheme of `openapi.securitySchemes`. Known schemes: token.",
  ],
  [
    { securitySchemes: { token }, security: [{ token: true }] },
    "`openapi.security[0].token` must be a list of scopes, empty where the scheme has none.",
  ],
  [
    { securitySchemes: { login }, security: [{ login: ["write"] }] },
    "`openapi.security[0].login` names the scope `write`, which no flow of the scheme has.",
  ],
  [{ securitySchemes: { t: { ...token, "x-f": () => 1 } } }, "`openapi.securitySchemes.t.x-f` must be JSON."],
])("%j is refused", (config, problem) => {
  expect(openApiProblems(config)).toEqual([problem]);
});

test("every problem is reported at once", () => {
  expect(openApiProblems({ title: 1, servers: [1, 2], securitySchemes: { a: 1 }, security: [{ b: [] }] })).toHaveLength(
    5,
  );
});
