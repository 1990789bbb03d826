import { UsageError } from "../usage-error.js";

/**
 * Checks the name of a role or a group.
 *
 * @throws {UsageError} for one that nobody can have
 */
export function checkGrant(option: "role" | "group", name: string): void {
  if (name.startsWith("system:"))
    throw new UsageError(`--${option} ${name}: names that begin with system: are the service's own.`);
  if (!/^[!-~]{1,253}$/.test(name) || name.includes(",")) {
    throw new UsageError(`--${option} must be printable ASCII without blanks and commas, at most 253 characters.`);
  }
}
