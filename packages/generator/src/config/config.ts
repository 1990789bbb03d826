import type { Emitter } from "../emit/emitter.js";

export type DatabaseProvider = "sqlite" | "postgresql";

/** What a plugin's `cmgen.config.ts` may say. All of it has a default. */
export interface Config {
  /** Globs of the modules that declare models. Default `["src/models/**\/*.ts"]`. */
  readonly models?: readonly string[];
  /** Folder of generated files, rewritten each run. Default `"src/generated"`. */
  readonly outDir?: string;
  /** Folder of `schema.prisma` and migrations. Default `"prisma"`. */
  readonly prismaDir?: string;
  /** Databases to write schemas and migrations for. Default both. */
  readonly databases?: readonly DatabaseProvider[];
  /** Whether the Prisma Client is generated. Default `true`. */
  readonly prismaClient?: boolean;
  /** Group names ending in one of these are the platform's (spec 2.1). Default `["cmgen.dev"]`. */
  readonly reservedGroupSuffixes?: readonly string[];
  /** Emitters of the plugin's own, run after the built-in ones. */
  readonly emitters?: readonly Emitter[];
}

/** Types a config; returns it as it is. */
export function defineConfig(config: Config): Config {
  return config;
}
