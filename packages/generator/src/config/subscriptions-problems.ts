import type { Model, ProjectModel } from "../model/model.js";
import { SUBSCRIPTION_KIND, subscriptionModel } from "../model/subscription-model.js";
import { resolved, typeLookup, type TypeLookup } from "../model/type-at-path.js";
import type { Property, Type } from "../model/type.js";
import type { ResolvedConfig } from "./resolved-config.js";

/** What the service reads and writes of a subscription, and what it must be. */
interface NeededField {
  readonly type: "string" | "boolean" | "integer" | "strings" | "object" | "objects";
  readonly required?: true;
  readonly secret?: true;
}

const SPEC: Readonly<Record<string, NeededField>> = {
  resource: { type: "string", required: true },
  version: { type: "string" },
  labelSelector: { type: "string" },
  fieldSelector: { type: "string" },
  url: { type: "string", required: true },
  secret: { type: "string", required: true, secret: true },
  events: { type: "strings" },
  paused: { type: "boolean" },
};

const STATUS: Readonly<Record<string, NeededField>> = {
  state: { type: "string" },
  reason: { type: "string" },
  since: { type: "string" },
  creator: { type: "string" },
  identity: { type: "string", secret: true },
  gone: { type: "string" },
  lost: { type: "object" },
  deadLetterCount: { type: "integer" },
  deadLetters: { type: "objects" },
};

const TEXTS: Readonly<Record<NeededField["type"], string>> = {
  string: "string",
  boolean: "boolean",
  integer: "Integer",
  strings: "string[]",
  object: "SubscriptionLoss",
  objects: "DeadLetter[]",
};

/** What keeps the model of subscriptions from being one, each as a sentence; nothing if the service has no subscriptions. */
export function subscriptionsProblems(
  project: ProjectModel,
  { subscriptions }: Pick<ResolvedConfig, "subscriptions">,
): readonly string[] {
  if (!subscriptions) return [];
  const model = subscriptionModel(project);
  if (model === undefined)
    return [
      "`subscriptions` is set, and no model has the kind Subscription. Run `npx --no-install cmgen add subscriptions`, which writes one, or leave `subscriptions` out.",
    ];
  const lookup = typeLookup(project);
  const problems = [
    ...partProblems({ lookup, model, part: "spec" }, SPEC, "SubscriptionFields"),
    ...partProblems({ lookup, model, part: "status" }, STATUS, "SubscriptionStatus"),
  ];
  const versions = project.models.filter(({ kind }) => kind === SUBSCRIPTION_KIND);
  return versions.length === 1
    ? problems
    : [...problems, "`subscriptions` is set, and Subscription has several versions. It must have one."];
}

interface Part {
  readonly lookup: TypeLookup;
  readonly model: Model;
  readonly part: "spec" | "status";
}

function partProblems(
  { lookup, model, part }: Part,
  needed: Readonly<Record<string, NeededField>>,
  fields: string,
): readonly string[] {
  const type = model[part] && resolved(lookup, model[part].type);
  const properties = type?.shape === "object" ? type.properties : [];
  return Object.entries(needed).flatMap(([name, wanted]) => {
    const property = properties.find((each) => each.name === name);
    if (property !== undefined && isRight(lookup, property, wanted)) return [];
    const mark = wanted.required === true ? "" : "?";
    const tag = wanted.secret === true ? " with the tag @secret" : "";
    return [
      `\`subscriptions\` is set, and the ${part} of Subscription (${model.module}) needs \`${name}${mark}: ${TEXTS[wanted.type]}\`${tag}. Extend ${fields} of @cmgen/model, which has it.`,
    ];
  });
}

function isRight(lookup: TypeLookup, property: Property, { type, required, secret }: NeededField): boolean {
  const isSecret = secret === undefined || property.secret === secret;
  return property.required === (required === true) && isSecret && isOf(lookup, property.type, type);
}

function isOf(lookup: TypeLookup, type: Type, wanted: NeededField["type"]): boolean {
  const target = resolved(lookup, type);
  if (wanted === "object") return target.shape === "object";
  if (wanted === "objects") return target.shape === "array" && resolved(lookup, target.items).shape === "object";
  if (wanted === "strings") return target.shape === "array" && isText(resolved(lookup, target.items));
  if (wanted === "integer") return target.shape === "integer" || target.shape === "number";
  return wanted === "string" ? isText(target) : target.shape === wanted;
}

/** A text, or one of several texts. */
function isText({ shape }: Type): boolean {
  return shape === "string" || shape === "enum" || shape === "timestamp";
}
