import { ApiError } from "../error/api-error.js";
import type { RequestAttributes } from "../server/authorizer.js";
import type { Service } from "../server/service.js";

/**
 * Asks the authorizer, where there is one.
 *
 * @throws {ApiError} `Unauthorized`, with the challenge, or `Forbidden`. What the authorizer throws, it throws too: nothing is done then.
 */
export async function assertAllowed(
  service: Pick<Service, "authorizer">,
  attributes: () => RequestAttributes,
): Promise<void> {
  if (service.authorizer === undefined) return;
  const answer = await service.authorizer(attributes());
  if (answer.decision === "allow") return;
  if (answer.decision === "forbidden") throw new ApiError("Forbidden", answer.reason ?? "The caller may not do this.");
  throw new ApiError("Unauthorized", answer.reason ?? "It is not known who is asking.", {
    // RFC 9110, 11.6.1: a 401 carries at least one challenge.
    headers: { "www-authenticate": answer.challenge ?? "Bearer" },
  });
}
