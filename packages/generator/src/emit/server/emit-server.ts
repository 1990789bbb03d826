import { headerOf } from "../../render/header.js";
import { importStatement, importSymbols } from "../../render/import-statement.js";
import { jsonExpression } from "../../render/json-expression.js";
import { render, type View } from "../../render/render.js";
import type { HostedPlugin } from "../../model/model.js";
import type { EmitContext, Emitter, GeneratedFile } from "../../emitter/emitter.js";
import { servedBases } from "../../hosted/served-bases.js";
import { importPath } from "../../paths/module-path.js";

/**
 * `server.ts`: the entry that runs the plugin as a service of its own. If the service hosts other plugins, `plugins.ts` has all of them, for
 * tests and for whoever starts the service in another way.
 */
export const serverEmitter: Emitter = {
  name: "server",
  emit: ({ server, hosted = [] }, context) => {
    const path = `${context.outDir}/server.ts`;
    const plugins = hosted.length === 0 ? [] : [pluginsModule(hosted, context)];
    const contents = render("server", {
      header: headerOf("this plugin"),
      imports: [
        importSymbols("@cmgen/runtime/codegen", "runServer"),
        importStatement("./plugin.js", { values: ["plugin"] }),
        ...(hosted.length === 0 ? [] : [importStatement("./plugins.js", { values: ["plugins"] })]),
        ...(server === undefined ? [] : [importSettings(path, server)]),
      ],
      hasSettings: server !== undefined,
      isHost: hosted.length > 0,
      ...migrationsView(context),
    });
    return [...plugins, { path, contents }];
  },
};

function pluginsModule(hosted: readonly HostedPlugin[], { outDir }: EmitContext): GeneratedFile {
  const imports = [
    importSymbols("@cmgen/runtime/codegen", "importPlugin", "Plugin"),
    importStatement("./plugin.js", { values: ["plugin"] }),
  ];
  const header = headerOf("this plugin and `plugins` in cmgen.config.ts");
  return {
    path: `${outDir}/plugins.ts`,
    contents: render("plugins", { header, imports, hosted: hosted.map(hostedView) }),
  };
}

function hostedView(plugin: HostedPlugin): View {
  const paths = servedBases(JSON.parse(plugin.openapi) as object);
  return { name: plugin.name, paths: jsonExpression(paths), package: plugin.package };
}

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
