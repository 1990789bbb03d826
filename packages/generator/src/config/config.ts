import type { Emitter } from "../emitter/emitter.js";
import type { Json } from "../model/type.js";
import type { OpenApiConfig } from "./openapi-config.js";

export type DatabaseProvider = "sqlite" | "postgresql";

/** What becomes of an object that is there already when its manifest is loaded. */
export type ManifestMode = "create" | "overwrite" | "merge";

/** A package with the plugin's client and nothing else, ready to be published. */
export interface ClientPackage {
  /** Its name at the registry, such as `@example/people-client`. */
  readonly name: string;
  /** Its folder, rewritten each run. Files there that cmgen did not write are left alone. */
  readonly dir: string;
  /** More for its package.json, such as `repository`, or `version` where it is not the plugin's. */
  readonly packageJson?: { readonly [field: string]: Json };
}

/** How people become users of a service. */
export interface UsersConfig {
  /** Who makes users. `"open"`: everybody who can reach the service can sign up. `"closed"`: the operator makes them. Default `"closed"`. */
  readonly signUp?: "closed" | "open";
}

/** What a plugin's `cmgen.config.ts` may say. All of it has a default. */
export interface Config {
  /**
   * Group and version of the models that do not say their own, as in `"people.example.com/v1alpha1"`. Default none: each model says its `group`
   * and `version`.
   */
  readonly api?: string;
  /** Globs of the modules that declare models. Default `["src/models/**\/*.ts"]`. */
  readonly models?: readonly string[];
  /** Folder of generated files, rewritten each run. Default `"src/generated"`. */
  readonly outDir?: string;
  /** Folder of `schema.prisma` and migrations. Default `"prisma"`. */
  readonly prismaDir?: string;
  /**
   * Module that sets the plugin's service up, with `export default defineServer({ … })`. Default `"src/server.ts"`, where there is one.
   */
  readonly server?: string;
  /** Databases to write schemas and migrations for. Default both. */
  readonly databases?: readonly DatabaseProvider[];
  /**
   * What becomes of objects that are there already when the plugin's manifests are loaded. `"create"`: they stay. `"overwrite"`: they become what
   * the manifests say. `"merge"`: they get what the manifests have changed, but what somebody else has changed stays. Default `"create"`.
   */
  readonly manifests?: ManifestMode;
  /** Packages of plugins that the service hosts beside its own models. Default none. */
  readonly plugins?: readonly string[];
  /**
   * Whether people sign in to the service as users with passwords: objects of the model of kind `User`, which `cmgen add users` writes. Default
   * `false`.
   */
  readonly users?: boolean | UsersConfig;
  /**
   * Whether other programs can subscribe to changes: by objects of the model of kind `Subscription`, which `cmgen add subscriptions` writes. Default
   * `false`.
   */
  readonly subscriptions?: boolean;
  /**
   * Whether one process may serve many tenants, each with objects of its own in a schema or file of its own: see `tenants` in the server's options.
   * Default `false`.
   */
  readonly tenants?: boolean;
  /**
   * Names that types are exported by, where these are not to be those of their declarations. Keys are a file and the name in it:
   * `"src/models/order.ts#Address": "OrderAddress"`. Of a package that is its file there: `"stripe/types/index.d.ts#Stripe.Address"`. The key of
   * a group of endpoints is its API version: `"console.api.shop.example.com/v1": "ShopConsoleApi"`. Default none.
   */
  readonly typeNames?: Readonly<Record<string, string>>;
  /** Whether a Prisma Client is generated, for reports over the service's tables. Default `false`. */
  readonly prismaClient?: boolean;
  /** Folder of the Prisma Client, rewritten each run. Default `"src/prisma-client"`. */
  readonly prismaClientDir?: string;
  /** Whether React hooks of each model are generated beside the client, for `@cmgen/client/react`. Default `false`. */
  readonly react?: boolean;
  /** Whether `console.ts` is generated, by which the modules in `src/console` add to the console. Default `false`. */
  readonly console?: boolean;
  /** Group names ending in one of these are the platform's. Default `["cmgen.dev"]`. */
  readonly reservedGroupSuffixes?: readonly string[];
  /** What `openapi.json` says beside the models: title, description, security. */
  readonly openapi?: OpenApiConfig;
  /** The package that the client is published as. Default `false`: there is none. */
  readonly clientPackage?: ClientPackage | false;
  /** Emitters of the plugin's own, run after the built-in ones. */
  readonly emitters?: readonly Emitter[];
}

/** Types a config; returns it as it is. */
export function defineConfig(config: Config): Config {
  return config;
}
