import type { Model, ModelPart } from "../../model/model.js";
import { stringLiteral } from "../../render/text.js";
import { modelNames } from "../model-names.js";
import { typeComment } from "./type-comment.js";
import { indented, typeText, type TypeTextContext } from "./type-text.js";

/** The envelope (spec 2.2) of a model's objects in the three forms a program meets, and the list that holds them. */
export function envelopeDeclarations(model: Model, context: TypeTextContext): readonly string[] {
  const { object, stored, input, list } = modelNames(model);
  const apiVersion = stringLiteral(`${model.group}/${model.version}`);
  const kind = stringLiteral(model.kind);
  const parts = [...partText("spec", model.spec, context), ...partText("status", model.status, context)];
  const description = model.documentation.description || `A ${model.kind} of ${model.group}/${model.version}.`;
  return [
    `${typeComment({ documentation: { ...model.documentation, description } })}${interfaceText(object, [
      `apiVersion: ${apiVersion};`,
      `kind: ${kind};`,
      "metadata: ObjectMeta;",
      ...parts,
    ])}`,
    `/** A ${model.kind} as the service answers it. */\n${interfaceText(`${stored} extends ${object}`, ["metadata: StoredObjectMeta;"])}`,
    `/** A ${model.kind} as it is sent: the service knows its type, and names it where a prefix is given. */\n${interfaceText(
      input,
      [`apiVersion?: ${apiVersion};`, `kind?: ${kind};`, "metadata: ObjectMetaInput;", ...parts],
    )}`,
    `/** A page of ${model.plural}. */\n${interfaceText(`${list} extends ResourceList<${stored}>`, [
      `apiVersion: ${apiVersion};`,
      `kind: ${stringLiteral(list)};`,
    ])}`,
  ];
}

function partText(name: "spec" | "status", part: ModelPart | undefined, context: TypeTextContext): string[] {
  if (part === undefined) return [];
  return [`${typeComment(part)}${name}${part.required ? "" : "?"}: ${typeText(part.type, context)};`];
}

function interfaceText(head: string, members: readonly string[]): string {
  return `export interface ${head} {\n${indented(members.join("\n"))}\n}`;
}
