import { posix } from "node:path";

import { ACCESS_MODULE, ACCESS_NAMES_MODULE } from "../model/access-module.js";
import { importPath } from "../paths/module-path.js";
import { render } from "../render/render.js";
import type { EditPlan } from "./edit-request.js";
import { defaultStyle, fileStyle, restyled } from "./file-style.js";
import { neighbourStyle } from "./new-module.js";
import { assertNoFile, type OpenPlugin } from "./open-plugin.js";

/** Writes the file that says who may do what, in the style of its neighbours, or of the models. */
export function addAccess(plugin: OpenPlugin): EditPlan {
  assertNoFile(plugin, ACCESS_MODULE);
  const from = importPath(ACCESS_MODULE, `${plugin.config.outDir}/${ACCESS_NAMES_MODULE}`);
  const [model] = plugin.declarations;
  const style = neighbourStyle(plugin, posix.dirname(ACCESS_MODULE)) ?? (model ? fileStyle(model.file) : defaultStyle);
  const users = plugin.config.users !== false;
  const after = restyled(render("add/access", { from, users }), style);
  const notes = [
    users
      ? "Write in `roles` of src/access.ts what users may do."
      : "Write in `authenticate` of src/access.ts how callers are known, and in `roles` what they may do.",
    "Tests are callers too, and may do nothing now. They say who calls, or start `withoutAccess(plugin)`: page access.md, In tests.",
  ];
  return { changes: [{ path: ACCESS_MODULE, after }], diagnostics: [], sources: new Map(), notes, broken: [] };
}
