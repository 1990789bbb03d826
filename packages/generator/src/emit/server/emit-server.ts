import { headerOf } from "../../render/header.js";
import { importStatement, importSymbols } from "../../render/import-statement.js";
import { render } from "../../render/render.js";
import type { Emitter } from "../emitter.js";

/** `server.ts`: the entry that runs the plugin as a service of its own. */
export const serverEmitter: Emitter = {
  name: "server",
  emit: (project, { outDir }) => [
    {
      path: `${outDir}/server.ts`,
      contents: render("server", {
        header: headerOf("this plugin's package.json"),
        imports: [
          importSymbols("@cmgen/runtime/codegen", "runServer"),
          importStatement("./plugin.js", { values: ["plugin"] }),
        ],
        name: project.name,
        version: project.version,
        root: "../".repeat(outDir.split("/").length),
      }),
    },
  ],
};
