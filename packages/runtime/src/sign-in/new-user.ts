import type { ServiceUsers } from "../identity/user-state.js";

/** The name of the index by which users are found by their email addresses. */
export const EMAIL_INDEX = "email";

/** A user to be made. */
export interface NewUser {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The object of a user to be made. */
export function userObject({ model }: ServiceUsers, { name, fields }: NewUser): object {
  const { group, version, kind } = model;
  return { apiVersion: `${group}/${version}`, kind, metadata: { name }, spec: { ...fields } };
}
