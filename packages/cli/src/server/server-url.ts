import { UsageError } from "../usage-error.js";

/**
 * The address of a service, without a slash at its end.
 *
 * @param where Says where the address comes from, for the message.
 * @throws {UsageError} if it is not an address over HTTP, or has credentials, which would be printed with it
 */
export function serverUrl(text: string, where: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new UsageError(`${where} must be the address of a service, such as http://127.0.0.1:8090.`);
  }
  const { username, password, search, hash } = new URL(text);
  if (username !== "" || password !== "" || search !== "" || hash !== "") {
    throw new UsageError(`${where} must be an address only, without credentials and a query. Give a token instead.`);
  }
  return text.replace(/\/+$/, "");
}
