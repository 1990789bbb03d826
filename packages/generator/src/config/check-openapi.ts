import { closestName } from "@cmgen/model/closest-name";
import { type Check, type Fields, isObject, isText, listOf, objectOf, oneOf, that, unless } from "./object-of.js";

const text = that(isText, "must be a text");
const url = that(
  (value) => typeof value === "string" && URL.canParse(value),
  "must be a URL, for example https://id.example.com/token",
);
const serverUrl = that(
  (value) => typeof value === "string" && /^[^\s{}]+$/.test(value),
  "must be a URL or a path, without variables",
);
const scopes: Check = (value, path) =>
  isObject(value)
    ? Object.entries(value).flatMap(([scope, meaning]) =>
        unless(typeof meaning === "string", `${path}.${scope}`, "must be a text that says what the scope is for"),
      )
    : [`\`${path}\` must be an object of what each scope is for, by scope.`];

/** Fields of each type of security scheme (OpenAPI 3.1, Security Scheme Object), after the required ones those that may be left out. */
const schemes: Readonly<Record<string, readonly [required: Fields, optional: Fields]>> = {
  apiKey: [{ in: oneOf("header", "query", "cookie"), name: text }, {}],
  http: [{ scheme: text }, { bearerFormat: text }],
  mutualTLS: [{}, {}],
  oauth2: [{ flows }, {}],
  openIdConnect: [{ openIdConnectUrl: url }, {}],
};

const oauthFlows: Readonly<Record<string, Fields>> = {
  implicit: { authorizationUrl: url },
  password: { tokenUrl: url },
  clientCredentials: { tokenUrl: url },
  authorizationCode: { authorizationUrl: url, tokenUrl: url },
};

/** Everything that is wrong with the config's `openapi`. */
export function openApiProblems(value: unknown): readonly string[] {
  const fields = {
    title: text,
    description: text,
    version: text,
    servers: listOf(objectOf({ url: serverUrl }, { description: text })),
    securitySchemes: schemesByName,
    security: listOf((entry, path) => requirementProblems(entry, path, value)),
  };
  return objectOf({}, fields)(value, "openapi");
}

function schemesByName(value: unknown, path: string): readonly string[] {
  if (!isObject(value)) return [`\`${path}\` must be an object of security schemes by name.`];
  return Object.entries(value).flatMap(([name, scheme]) => [
    ...unless(/^[\w.-]+$/.test(name), `${path}.${name}`, "must have a name of letters, digits, `.`, `-` and `_`"),
    ...schemeProblems(scheme, `${path}.${name}`),
  ]);
}

function schemeProblems(value: unknown, path: string): readonly string[] {
  if (!isObject(value)) return [`\`${path}\` must be an object with a \`type\`.`];
  const type = String(value["type"]);
  const fields = Object.hasOwn(schemes, type) ? schemes[type] : undefined;
  if (fields === undefined) return oneOf(...Object.keys(schemes))(value["type"], `${path}.type`);
  const [required, optional] = fields;
  return objectOf({ type: text, ...required }, { ...optional, description: text })(value, path);
}

function flows(value: unknown, path: string): readonly string[] {
  const optional = Object.entries(oauthFlows).map(([name, urls]) => [
    name,
    objectOf({ ...urls, scopes }, { refreshUrl: url }),
  ]);
  const problems = objectOf({}, Object.fromEntries(optional) as Fields)(value, path);
  if (problems.length > 0 || (isObject(value) && Object.keys(value).length > 0)) return problems;
  return [`\`${path}\` must have a flow: ${Object.keys(oauthFlows).join(", ")}.`];
}

function requirementProblems(value: unknown, path: string, config: unknown): readonly string[] {
  if (!isObject(value)) return [`\`${path}\` must be an object of lists of scopes by the name of a scheme.`];
  const declared = isObject(config) && isObject(config["securitySchemes"]) ? config["securitySchemes"] : {};
  return Object.entries(value).flatMap(([name, needed]) => {
    const place = `${path}.${name}`;
    if (!Object.hasOwn(declared, name)) return [unknownScheme(place, name, Object.keys(declared))];
    if (!Array.isArray(needed) || !needed.every((scope) => typeof scope === "string")) {
      return [`\`${place}\` must be a list of scopes, empty where the scheme has none.`];
    }
    const known = scopesOf(declared[name]);
    const unknown = known === undefined ? [] : needed.filter((scope) => !known.includes(scope));
    return unknown.map((scope) => `\`${place}\` names the scope \`${scope}\`, which no flow of the scheme has.`);
  });
}

function unknownScheme(path: string, name: string, known: readonly string[]): string {
  const meant = closestName(name, known);
  const hint =
    meant !== undefined
      ? `Did you mean \`${meant}\`?`
      : known.length > 0
        ? `Known schemes: ${known.join(", ")}.`
        : "Declare it there.";
  return `\`${path}\` is not a scheme of \`openapi.securitySchemes\`. ${hint}`;
}

/** Scopes of an OAuth 2 scheme; `undefined` for others, which may name roles here. */
function scopesOf(scheme: unknown): readonly string[] | undefined {
  if (!isObject(scheme) || scheme["type"] !== "oauth2" || !isObject(scheme["flows"])) return undefined;
  return Object.values(scheme["flows"]).flatMap((flow) =>
    isObject(flow) && isObject(flow["scopes"]) ? Object.keys(flow["scopes"]) : [],
  );
}
