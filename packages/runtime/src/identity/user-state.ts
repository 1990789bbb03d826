import { isCallerName } from "../access/authenticate.js";
import { isJsonObject } from "../document/json-object.js";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";

/** The users of a service: the model whose objects they are, and who may become one. */
export interface ServiceUsers {
  readonly model: ModelDescriptor;
  /** `open`: everybody who can reach the service can make themselves a user. */
  readonly signUp: "closed" | "open";
}

/** What a user's object says of the user. */
export interface UserState {
  /** Given to the object at its creation: another one of the same name has another uid. */
  readonly uid: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  /** Whether the user may not sign in: disabled, or waiting to be deleted. */
  readonly isDisabled: boolean;
  /** The fields of `spec`, those of the plugin as well. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Reads a user's object. */
export function userStateOf({ metadata, spec }: ExtensionObject): UserState {
  const fields = isJsonObject(spec) ? spec : {};
  return {
    uid: String(metadata.uid),
    name: metadata.name,
    groups: textsOf(fields["groups"]),
    roles: textsOf(fields["roles"]),
    isDisabled: (fields["disabled"] ?? false) !== false || metadata.deletionTimestamp !== undefined,
    claims: fields,
  };
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(isCallerName) : [];
}
