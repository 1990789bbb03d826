import type { Model, ProjectModel } from "../model/model.js";
import { resolved, typeLookup, type TypeLookup } from "../model/type-at-path.js";
import type { Type } from "../model/type.js";
import { userModel } from "../model/user-model.js";
import type { ResolvedConfig } from "./resolved-config.js";

/** What the service reads of a user, and the type that it must have. */
const FIELDS: Readonly<Record<string, "string" | "boolean" | "strings">> = {
  displayName: "string",
  email: "string",
  groups: "strings",
  roles: "strings",
  disabled: "boolean",
};

/** The index by which a user is found who signs in with an email address. */
const EMAIL_INDEX = "email";

/** What keeps the model of users from being one, each as a sentence; nothing if the service has no users. */
export function usersProblems(project: ProjectModel, { users }: Pick<ResolvedConfig, "users">): readonly string[] {
  if (users === false) return [];
  const model = userModel(project);
  if (model === undefined)
    return [
      "`users` is set, and no model has the kind User. Run `npx --no-install cmgen add users`, which writes one, or leave `users` out.",
    ];
  return [...fieldProblems(model, typeLookup(project)), ...indexProblems(model)];
}

function fieldProblems(model: Model, lookup: TypeLookup): readonly string[] {
  const spec = model.spec && resolved(lookup, model.spec.type);
  const properties = spec?.shape === "object" ? spec.properties : [];
  return Object.entries(FIELDS).flatMap(([name, wanted]) => {
    const property = properties.find((each) => each.name === name);
    const isRight = property !== undefined && !property.required && isOf(lookup, property.type, wanted);
    const type = wanted === "strings" ? "string[]" : wanted;
    return isRight
      ? []
      : [
          `\`users\` is set, and the spec of User (${model.module}) needs \`${name}?: ${type}\`. Extend UserFields of @cmgen/model, which has it.`,
        ];
  });
}

function isOf(lookup: TypeLookup, type: Type, wanted: "string" | "boolean" | "strings"): boolean {
  const target = resolved(lookup, type);
  if (wanted !== "strings") return target.shape === wanted;
  return target.shape === "array" && resolved(lookup, target.items).shape === "string";
}

function indexProblems({ indexes, module }: Model): readonly string[] {
  const isThere = indexes.some(({ name, unique, multi }) => name === EMAIL_INDEX && unique && !multi);
  return isThere
    ? []
    : [
        `\`users\` is set, and User (${module}) needs an index by which people sign in with their address: ` +
          '`index({ name: "email", unique: true, value: (user) => user.spec.email?.toLowerCase() ?? null })`.',
      ];
}
