import { DEFAULT_RESERVED_GROUP_SUFFIXES } from "@cmgen/model/internal";

import type { Config } from "./config.js";

/** A config with every default filled in. Paths are relative to the plugin's root, with `/`, without a trailing one. */
export type ResolvedConfig = Readonly<Required<Omit<Config, "api">> & Pick<Config, "api">>;

export const defaultConfig: ResolvedConfig = Object.freeze({
  models: ["src/models/**/*.ts"],
  outDir: "src/generated",
  prismaDir: "prisma",
  server: "src/server.ts",
  databases: ["sqlite", "postgresql"] as const,
  manifests: "create",
  plugins: [],
  users: false,
  subscriptions: false,
  tenants: false,
  typeNames: {},
  prismaClient: false,
  prismaClientDir: "src/prisma-client",
  react: false,
  console: false,
  reservedGroupSuffixes: DEFAULT_RESERVED_GROUP_SUFFIXES,
  openapi: {},
  clientPackage: false,
  emitters: [],
});
