import { headerOf } from "../../render/header.js";
import { importStatement, importSymbols } from "../../render/import-statement.js";
import { render } from "../../render/render.js";
import type { EmitContext, Emitter } from "../emitter.js";
import { importPath } from "../module-path.js";

/** `server.ts`: the entry that runs the plugin as a service of its own. */
export const serverEmitter: Emitter = {
  name: "server",
  emit: ({ server }, context) => [
    {
      path: `${context.outDir}/server.ts`,
      contents: render("server", {
        header: headerOf("this plugin"),
        imports: [
          importSymbols("@cmgen/runtime/codegen", "runServer"),
          importStatement("./plugin.js", { values: ["plugin"] }),
          ...(server === undefined ? [] : [importSettings(`${context.outDir}/server.ts`, server)]),
        ],
        hasSettings: server !== undefined,
        ...migrationsView(context),
      }),
    },
  ],
};

function importSettings(entry: string, module: string): string {
  return importStatement(importPath(entry, module), { default: "settings" });
}

/** The runtime knows where migrations are, unless the config says otherwise. */
function migrationsView({ prismaDir }: EmitContext) {
  return {
    hasOwnMigrations: prismaDir !== "prisma",
    sqliteMigrations: `${prismaDir}/migrations`,
    postgresqlMigrations: `${prismaDir}/postgresql/migrations`,
  };
}
