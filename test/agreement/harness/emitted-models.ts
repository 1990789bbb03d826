import { defaultConfig } from "../../../packages/generator/src/config/resolved-config.js";
import { typesEmitter } from "../../../packages/generator/src/emit/types/emit-types.js";
import { validatorEmitter } from "../../../packages/generator/src/emit/validator/emit-validator.js";
import { readProject } from "../../../packages/generator/src/read/read-project.js";
import type { PlacedCase } from "./agreement-case.js";
import { modulePath } from "./agreement-plugin.js";

/** What is generated for each model of a plugin, and said about it, by kind. */
export async function emittedModels(root: string, models: readonly PlacedCase[]): Promise<ReadonlyMap<string, string>> {
  const { project, diagnostics } = readProject(root, { ...defaultConfig, models: models.map(modulePath) });
  const files = [typesEmitter, validatorEmitter()].flatMap((emitter) =>
    emitter.emit(project, { outDir: "src/generated", prismaDir: "prisma" }),
  );
  return new Map(
    models.map(({ kind, folder }) => {
      const own = files.filter(({ model }) => model?.kind === kind).map(({ path, contents }) => `${path}\n${contents}`);
      const said = diagnostics.filter(({ span }) => span?.file.startsWith(`${folder}/`) === true);
      return [kind, [...own, ...said.map(({ code, message }) => `${code} ${message}`)].join("\n")];
    }),
  );
}
