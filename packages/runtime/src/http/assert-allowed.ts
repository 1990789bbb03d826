import { ApiError } from "../error/api-error.js";
import { beforeDeadline } from "../resource/hooks/before-deadline.js";
import { printValue } from "../log/describe-error.js";
import { runAs } from "../log/code-owner.js";
import type { RequestAttributes } from "../host/authorizer.js";
import type { Service } from "../host/service.js";

/** Names it in the log if something it started fails later. */
const AUTHORIZER = { part: "authorizer" };

/**
 * Asks the authorizer, if there is one, and waits for it within its deadline.
 *
 * @throws {ApiError} `Unauthorized`, with the challenge, or `Forbidden`.
 * @throws what the authorizer throws, and an error if it takes too long or decides nothing. Then nothing is done.
 */
export async function assertAllowed(
  { authorizer, timeouts }: Pick<Service, "authorizer" | "timeouts">,
  attributes: () => RequestAttributes,
): Promise<void> {
  if (authorizer === undefined) return;
  const deadline = performance.now() + timeouts.authorizer;
  const answer = await runAs(AUTHORIZER, () => beforeDeadline(authorizer(attributes()), deadline));
  // Read once: a getter might return something else the next time.
  const { decision } = answer;
  if (decision === "allow") return;
  if (decision === "forbidden") throw new ApiError("Forbidden", textOf(answer.reason) ?? "The caller may not do this.");
  if (decision === "unauthorized") {
    throw new ApiError("Unauthorized", textOf(answer.reason) ?? "The caller is not authenticated.", {
      // RFC 9110, 11.6.1: a 401 carries at least one challenge.
      headers: { "www-authenticate": textOf(answer.challenge) ?? "Bearer" },
    });
  }
  throw new TypeError(`The authorizer must decide allow, forbidden or unauthorized, not ${printValue(decision)}`);
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  throw new TypeError(`An authorizer's reason and challenge must be text, not ${printValue(value)}`);
}
