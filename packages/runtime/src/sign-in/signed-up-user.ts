import type { ProblemCause } from "@cmgen/model";
import type { WriteOrigin } from "../access/caller.js";
import { AUTHENTICATED_ROLE } from "../access/role.js";
import { ApiError, isApiError } from "../error/api-error.js";
import { createWriteContext } from "../host/create-write-context.js";
import type { Service } from "../host/service.js";
import { type ServiceUsers, type UserState, userStateOf } from "../identity/user-state.js";
import { createObject } from "../resource/create-object.js";
import { invalid } from "../resource/invalid.js";
import { parseStored } from "../resource/stored-object.js";
import { EMAIL_INDEX, type NewUser, userObject } from "./new-user.js";

/**
 * Makes the object of somebody who signs up.
 *
 * @throws {ApiError} `Conflict` if the name or the email address is not for everybody to take; else as a create of an object does.
 */
export async function createSignedUp(
  { service, users }: { readonly service: Service; readonly users: ServiceUsers },
  user: NewUser,
  origin: WriteOrigin,
): Promise<UserState> {
  const isReserved = await isReservedFor(service, user);
  const context = {
    ...createWriteContext(service, users.model),
    origin,
    usedNames: "refuse" as const,
    // As late as a name that is taken is found out: who asks cannot tell one from the other.
    complete: <Made>(object: Made): Made => {
      if (isReserved) throw taken();
      return object;
    },
  };
  return userStateOf(parseStored(await createObject(context, userObject(users, user))));
}

/** Whether somebody else had the name before, or bindings give rights to anyone who has it. */
async function isReservedFor({ store, access }: Service, { name, fields }: NewUser): Promise<boolean> {
  if (await store.identities.credentials.isKeptName(name)) return true;
  const roles = (await access?.rolesOf({ name, claims: fields })) ?? [];
  return roles.some((role) => role !== AUTHENTICATED_ROLE);
}

function taken(): ApiError {
  return new ApiError("Conflict", "The name or the email address is taken.");
}

/** The refusal of {@link createSignedUp} as everybody may see it: of what is taken nothing says which it is; pointers are into the request's body. */
export function signUpRefusal(error: unknown): unknown {
  if (!isApiError(error)) return error;
  if (error.code === "AlreadyExists" || error.code === "DuplicateIndexValue") return taken();
  if (error.code !== "Invalid" || error.errors.length === 0) return error;
  return invalid(error.errors.map(ofBody), "The body");
}

/** The refusal of {@link createSignedUp} for a plugin's endpoint, whose caller may be anybody: whose a value is that is taken, nothing says. */
export function pluginSignUpRefusal(error: unknown): unknown {
  if (!isApiError(error)) return error;
  if (error.code === "AlreadyExists") return taken();
  if (error.code !== "DuplicateIndexValue") return error;
  const { owner: _, ...extras } = error.extras;
  if (extras.index === EMAIL_INDEX) return taken();
  const detail = `The value ${JSON.stringify(extras.value)} of ${extras.index} must be unique, and another user has it.`;
  return new ApiError("DuplicateIndexValue", detail, { extras });
}

/** What is wrong with the user's object, as something wrong with the body that it was made from. */
function ofBody({ path, code, message }: ProblemCause): Parameters<typeof invalid>[0][number] {
  const member = /^\/(?:metadata\/(name)|spec\/(email|displayName))(?=\/|$)/.exec(path);
  const name = member?.[1] ?? member?.[2];
  if (name !== undefined) return { path: `/${name}`, keyword: code, message };
  return { path: "", keyword: code, message: code === "check" ? message : `makes a user whose ${path} ${message}` };
}
