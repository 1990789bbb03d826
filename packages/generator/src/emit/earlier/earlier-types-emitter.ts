import { earlierTypes } from "../../evolve/earlier-types.js";
import type { EarlierShape, Model } from "../../model/model.js";
import type { Emitter } from "../../emitter/emitter.js";
import { headerOf } from "../../render/header.js";
import { importStatement } from "../../render/import-statement.js";
import { isRequiredWhenStored } from "../../model/stored-form.js";
import { modelNames } from "../../render/model-names.js";
import { render } from "../../render/render.js";
import { isInterface, objectBody, typeText, type TypeTextContext } from "../types/type-text.js";

/** `<v>/<s>/earlier.ts`: the types of objects as earlier releases stored them, as far as the declaration names them. */
export const earlierTypesEmitter: Emitter = {
  name: "earlier",
  emit({ models }, { outDir }) {
    return models.flatMap((model) => {
      const { earlier = [] } = model;
      if (earlier.length === 0) return [];
      const path = `${outDir}/${modelNames(model).folder}/earlier.ts`;
      const imports = importStatement("@cmgen/model", { types: ["StoredObjectMeta"] });
      const blocks = [imports, ...earlier.flatMap((shape) => earlierDeclarations(model, shape))];
      return [{ path, contents: render("types", { header: headerOf("its migrations"), blocks }), model }];
    });
  },
};

const context: TypeTextContext = {
  nameOf: (name) => name,
  modelNameOf: ({ name }) => name,
  isRequired: isRequiredWhenStored,
};

function earlierDeclarations(model: Model, { suffix, shape }: EarlierShape): readonly string[] {
  const { object, types } = earlierTypes(shape, suffix);
  const parts = object.shape === "object" ? object.properties : [];
  const envelope = ["apiVersion: string;", "kind: string;", "metadata: StoredObjectMeta;"];
  const members = parts.map(({ name, type, required }) => `${name}${required ? "" : "?"}: ${typeText(type, context)};`);
  const day = suffix.replace(/^(\d{4})(\d\d)(\d\d).*/, "$1-$2-$3");
  return [
    `/** ${model.kind} objects as they were stored from the migration of ${day} on. */\nexport interface ${model.kind}_${suffix} {\n  ${[...envelope, ...members].join("\n  ")}\n}`,
    ...types.map(({ name, type }) =>
      isInterface(type)
        ? `interface ${name} ${objectBody(type, context)}`
        : `type ${name} = ${typeText(type, context)};`,
    ),
  ];
}
