import { ApiProblem, type Transport } from "@cmgen/client";

import { printable } from "../server/printable.js";
import { FilesError } from "../usage-error.js";

/**
 * Reads a service's OpenAPI document, from which commands know which resources there are.
 *
 * @throws {FilesError} where the caller may not read it: that it has roles for objects is not enough.
 * @throws {ApiProblem} for whatever else the service refuses.
 */
export async function readOpenApi(transport: Transport): Promise<unknown> {
  try {
    return await transport.json<unknown>({ method: "GET", path: "/openapi.json" });
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== "Forbidden") throw error;
    const message =
      `${error.message}\nCommands read there which resources the service has. ` +
      'Give one of your roles `pages: ["/openapi.json"]` in src/access.ts.';
    throw new FilesError(printable(message), { cause: error });
  }
}
