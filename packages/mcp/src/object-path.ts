import { checkObjectName } from "@cmgen/model/internal";
import type { Kind } from "./served-document.js";
import { ToolError } from "./tool-error.js";

/**
 * The path of an object.
 *
 * @throws {ToolError} `NotFound` for what cannot be a name, such as `..`, which would lead to another path.
 */
export function objectPath({ path, plural }: Kind, name: string): string {
  if (checkObjectName(name).length === 0) return `${path}/${name}`;
  throw new ToolError(
    "NotFound",
    `There is no object ${JSON.stringify(name)} among the ${plural}: that is not a name.`,
  );
}

/**
 * A value as one segment of a path.
 *
 * @throws {ToolError} `BadRequest` for what would lead to another path.
 */
export function pathSegment(name: string, value: string): string {
  if (value !== "" && value !== "." && value !== "..") return encodeURIComponent(value);
  throw new ToolError("BadRequest", `The parameter ${name} must not be ${JSON.stringify(value)}.`);
}
