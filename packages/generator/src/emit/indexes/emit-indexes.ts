import { render } from "../../render/render.js";
import type { Emitter } from "../emitter.js";
import { modelNames } from "../model-names.js";
import { indexTypes } from "../schema/type-index.js";
import { indexesView } from "./indexes-view.js";

/** `<v>/<s>/indexes.ts`: where each index of a model takes its values from and keeps them (spec 2.5). */
export const indexesEmitter: Emitter = {
  name: "indexes",
  emit(project, { outDir }) {
    const types = indexTypes(project);
    return project.models.map((model) => {
      const path = `${outDir}/${modelNames(model).folder}/indexes.ts`;
      return { path, contents: render("indexes", indexesView(types, model, path)) };
    });
  },
};
