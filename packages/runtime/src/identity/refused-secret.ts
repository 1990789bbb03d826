import { ApiError } from "../error/api-error.js";

/** The refusal of a request with a secret that is not valid (RFC 6750, 3.1). */
export function refusedSecret(reason: string): ApiError {
  return new ApiError("Unauthorized", reason, { headers: { "www-authenticate": 'Bearer error="invalid_token"' } });
}
