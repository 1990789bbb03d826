/** What `openapi.json` says beside the plugin's models; all of it is documentation, and nothing in the service changes with it. */
export interface OpenApiConfig {
  /** Name of the API. Default: the plugin's name. */
  readonly title?: string;
  /** What the API is for, in Markdown. Default: the description in package.json. */
  readonly description?: string;
  /** Version of the API. Default: the version in package.json. */
  readonly version?: string;
  /** Where the API is. Default: where the document is. */
  readonly servers?: readonly OpenApiServer[];
  /** How callers say who they are, by a name that {@link OpenApiConfig.security} refers to. */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  /** What a request needs: one of these, and of it every scheme it names. `{}` among them: or nothing. Default: nothing. */
  readonly security?: readonly SecurityRequirement[];
}

export interface OpenApiServer {
  readonly url: string;
  readonly description?: string;
}

/** Scopes that are needed, by the name of a scheme; an empty list for schemes without scopes. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** A security scheme object of OpenAPI 3.1. */
export type SecurityScheme = { readonly description?: string } & (
  | { readonly type: "http"; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly type: "apiKey"; readonly in: "query" | "header" | "cookie"; readonly name: string }
  | { readonly type: "oauth2"; readonly flows: OAuthFlows }
  | { readonly type: "openIdConnect"; readonly openIdConnectUrl: string }
  | { readonly type: "mutualTLS" }
);

export interface OAuthFlows {
  readonly implicit?: OAuthFlow<"authorizationUrl">;
  readonly password?: OAuthFlow<"tokenUrl">;
  readonly clientCredentials?: OAuthFlow<"tokenUrl">;
  readonly authorizationCode?: OAuthFlow<"authorizationUrl" | "tokenUrl">;
}

/** What the scopes of a flow mean, by scope, and the URLs it goes through. */
export type OAuthFlow<Urls extends string> = Readonly<Record<Urls, string>> & {
  readonly scopes: Readonly<Record<string, string>>;
  readonly refreshUrl?: string;
};
