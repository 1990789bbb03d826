import type { ts } from "ts-morph";

import type { HooksModule, LogicModule } from "../../model/model.js";
import type { Reader } from "../reader.js";
import { ownImport } from "./imported-name.js";
import { logicOf, settingOf } from "./logic-exports.js";

/** Reads a module of `src/hooks`; nothing where it brings no hooks. */
export function readHooks(
  reader: Pick<Reader, "report" | "files">,
  file: ts.SourceFile,
  module: LogicModule,
): HooksModule | undefined {
  const exported = logicOf(reader, file, "defineHooks");
  if (exported === undefined) return undefined;
  const model = settingOf(exported, "defineHooks", "model");
  const imported = model && ownImport(file, model, module);
  return model && imported ? { ...module, model: { ...imported, span: reader.files.spanOf(model) } } : module;
}
