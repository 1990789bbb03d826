import { ucs2length } from "@cmgen/model/internal";
import { hashPassword } from "../identity/password-hash.js";
import { type BrokenRule, invalid } from "../resource/invalid.js";

/** NIST SP 800-63B and OWASP: long ones, of any characters. */
const MIN_CHARACTERS = 12;

/** Longer passwords are refused before anything is computed of them. */
export const MAX_PASSWORD_BYTES = 1024;

/** What is wrong with a new password. */
export function passwordProblems(
  password: string,
  { path, others }: { readonly path: string; readonly others: readonly (string | undefined)[] },
): readonly BrokenRule[] {
  if (ucs2length(password) < MIN_CHARACTERS)
    return [{ path, keyword: "minLength", message: `must have at least ${MIN_CHARACTERS} characters` }];
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES)
    return [{ path, keyword: "maxLength", message: `must have at most ${MAX_PASSWORD_BYTES} bytes` }];
  const folded = password.toLowerCase();
  if (others.some((other) => other?.toLowerCase() === folded))
    return [{ path, keyword: "password", message: "must not be the user's name or email address" }];
  if (new Set(folded).size < 4) return [{ path, keyword: "password", message: "must have more different characters" }];
  return [];
}

/** Hashes a new password, for a command. @throws {ApiError} `Invalid` for a bad one. */
export async function hashNewPassword(password: string, others: readonly (string | undefined)[]): Promise<string> {
  const problems = passwordProblems(password, { path: "", others });
  if (problems.length > 0) throw invalid(problems, "The password");
  return hashPassword(password);
}
