import { ApiError } from "@cmgen/runtime";

/** Errors as Conduit's clients read them: a list of sentences, and 422 for what is wrong with a request; a conflict can be sent again. */
export function errorAnswer({ code, status, errors, message, headers }: ApiError): Response {
  const sentences = errors.map(({ path, message: what }) => `${path.split("/").at(-1)} ${what}`);
  const body = { errors: { body: sentences.length > 0 ? sentences : [message] } };
  const isWrong = status === 400 || (status === 409 && code !== "Conflict");
  return Response.json(body, { status: isWrong ? 422 : status, headers });
}

/** @throws {ApiError} `NotFound` if there is none. */
export function found<T>(object: T | undefined, called: string): T {
  if (object === undefined) throw new ApiError("NotFound", `There is no ${called}.`);
  return object;
}
