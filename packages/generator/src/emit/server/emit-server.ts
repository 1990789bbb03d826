import { headerOf } from "../../render/header.js";
import { importStatement, importSymbols } from "../../render/import-statement.js";
import { render } from "../../render/render.js";
import type { HostedPlugin } from "../../model/model.js";
import { pascalCase, uncapitalized } from "../../model/name-case.js";
import type { EmitContext, Emitter, GeneratedFile } from "../emitter.js";
import { importPath } from "../module-path.js";
import { uniqueNames } from "../unique-names.js";

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
  const names = uniqueNames(
    hosted.map(({ name }) => `${uncapitalized(pascalCase(name.replaceAll(/[^A-Za-z0-9]+/g, "-")))}Plugin`),
    ["plugin", "plugins"],
  );
  const imports = [
    importSymbols("@cmgen/runtime/codegen", "Plugin"),
    ...hosted.map((plugin, at) => importStatement(plugin.package, { values: [`plugin as ${names[at] ?? ""}`] })),
    importStatement("./plugin.js", { values: ["plugin"] }),
  ];
  const header = headerOf("this plugin and `plugins` in cmgen.config.ts");
  return { path: `${outDir}/plugins.ts`, contents: render("plugins", { header, imports, names }) };
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
