import type { Model, ModelPart } from "../../model/model.js";
import { stringLiteral } from "../../render/text.js";
import { modelNames } from "../../render/model-names.js";
import { aKindFirst, descriptionOf } from "../model-prose.js";
import { typeComment } from "./type-comment.js";
import { indented, typeText, type TypeTextContext } from "./type-text.js";

/**
 * The envelope (spec 2.2) of a model's objects in the three forms a program meets, and the list that holds them.
 *
 * @param parts members of a stored object that are declared again, because they have what callers may leave out or lack what is never answered.
 */
export function envelopeDeclarations(
  model: Model,
  context: TypeTextContext,
  { stored: storedParts, kept, draft, secret }: EnvelopeParts,
): readonly string[] {
  const { object, stored, input, list } = modelNames(model);
  const apiVersion = stringLiteral(`${model.group}/${model.version}`);
  const kind = stringLiteral(model.kind);
  const parts = [...partText("spec", model.spec, context), ...partText("status", model.status, context)];
  const description = descriptionOf(model);
  const identity = [`apiVersion: ${apiVersion};`, `kind: ${kind};`];
  const optionalIdentity = [`apiVersion?: ${apiVersion};`, `kind?: ${kind};`];
  return [
    interfaceText(`${object}${baseText(kept, draft)}`, [...identity, "metadata: ObjectMeta;", ...parts], {
      ...model.documentation,
      description,
    }),
    interfaceText(
      `${stored} extends ${answeredBase(object, secret)}`,
      ["metadata: StoredObjectMeta;", ...storedParts],
      {
        description: `${aKindFirst(model)} as the service answers it.`,
      },
    ),
    interfaceText(input, [...optionalIdentity, "metadata: ObjectMetaInput;", ...parts], {
      description: `${aKindFirst(model)} as a caller sends it.`,
    }),
    interfaceText(
      `${list} extends ResourceList<${stored}>`,
      [`apiVersion: ${apiVersion};`, `kind: ${stringLiteral(list)};`],
      {
        description: `A page of ${model.plural}.`,
      },
    ),
  ];
}

export interface EnvelopeParts {
  readonly stored: readonly string[];
  /** As the plugin's own code reads them. */
  readonly kept: readonly string[];
  readonly draft: readonly string[];
  /** The parts that have fields which are never answered. */
  readonly secret: readonly string[];
}

/** An object that lacks a required field is not one of the declared type. */
function answeredBase(object: string, secret: readonly string[]): string {
  return secret.length === 0 ? object : `Omit<${object}, ${secret.map(stringLiteral).join(" | ")}>`;
}

function baseText(stored: readonly string[], draft: readonly string[]): string {
  if (stored.length === 0) return "";
  const drafts = draft.join(" ") === stored.join(" ") ? "" : `, { ${draft.join(" ")} }`;
  return ` extends StoredAs<{ ${stored.join(" ")} }${drafts}>`;
}

function partText(name: "spec" | "status", part: ModelPart | undefined, context: TypeTextContext): string[] {
  if (part === undefined) return [];
  return [`${typeComment(part)}${name}${part.required ? "" : "?"}: ${typeText(part.type, context)};`];
}

function interfaceText(head: string, members: readonly string[], documentation: Model["documentation"]): string {
  return `${typeComment({ documentation })}export interface ${head} {\n${indented(members.join("\n"))}\n}`;
}
