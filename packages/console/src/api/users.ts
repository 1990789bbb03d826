import { transport } from "./connection.js";
import { recordOf, textOf } from "./json.js";

/** Makes a token with which a user can set a new password, once, within a day. @returns the token, which the service does not keep. */
export async function resetPassword(name: string): Promise<string> {
  const answer = await transport.value({ method: "POST", path: "/apis/-/admin/users/reset", body: { name } });
  return textOf(recordOf(answer)["token"]) ?? "";
}

/** Ends all sessions and tokens of a user. @returns how many there were. */
export async function signOutUser(name: string): Promise<number> {
  const answer = await transport.value({ method: "POST", path: "/apis/-/admin/users/sign-out", body: { name } });
  return Number(recordOf(answer)["ended"] ?? 0);
}
