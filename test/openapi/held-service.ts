import { exchange, type Received } from "../server/exchange.js";
import type { DescribedApi, DescribedOperation } from "./described-api.js";

/** A request for an operation: what stands in place of `{name}`, and what else is sent. */
export interface Call {
  readonly name?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Headers that are optional in the document, since several statuses share a response, but that these statuses always have. */
const alwaysSent: Readonly<Record<string, string>> = { "201": "Location", "429": "Retry-After", "503": "Retry-After" };

/** A service whose every answer is held against the document that describes it. */
export class HeldService {
  readonly #api: DescribedApi;
  readonly #url: string;
  /** `<operationId> <status>` of every answer so far. */
  readonly #seen: Set<string>;

  constructor(api: DescribedApi, url: string, seen: Set<string>) {
    this.#api = api;
    this.#url = url;
    this.#seen = seen;
  }

  /** Sends a request and fails where the answer is not as it is documented. */
  async call(operation: DescribedOperation, { name = "", query = "", headers = {}, body }: Call): Promise<Received> {
    const path = operation.path.replace("{name}", encodeURIComponent(name)) + (query === "" ? "" : `?${query}`);
    const received = await exchange(this.#url, {
      method: operation.method,
      path,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    this.#seen.add(`${operation.operationId} ${received.status}`);
    const lies = this.#lies(operation, received);
    if (lies.length > 0) {
      throw new Error(`${operation.method} ${path}: ${lies.join("; ")}. Answered: ${received.bytes.toString()}`);
    }
    return received;
  }

  /** In what the answer is other than the document says. */
  #lies(operation: DescribedOperation, received: Received): readonly string[] {
    const status = String(received.status);
    const described = operation.responses[status];
    if (described === undefined) return [`${operation.operationId} is not documented to answer ${status}`];
    const method = operation.method.toLowerCase();
    const at = this.#api.pointerTo("paths", operation.path, method, "responses", described.key);
    return [
      ...this.#headerLies(received, at, Object.keys(described.headers ?? {})),
      ...this.#bodyLies(operation, received, at),
    ];
  }

  #headerLies({ status, headers }: Received, at: readonly string[], names: readonly string[]): readonly string[] {
    return names.flatMap((name) => {
      const pointer = this.#api.pointerTo(...at, "headers", name);
      const { required = alwaysSent[status] === name } = this.#api.at(pointer) as { readonly required?: boolean };
      const value = headers[name.toLowerCase()];
      if (value === undefined) return required ? [`the header ${name} is documented and absent`] : [];
      const parsed = /^\d+$/.test(String(value)) ? Number(value) : value;
      return this.#api.problemsOf(parsed, [...pointer, "schema"]);
    });
  }

  #bodyLies(
    operation: DescribedOperation,
    { status, headers, bytes, json }: Received,
    at: readonly string[],
  ): readonly string[] {
    const { content } = operation.responses[String(status)] ?? {};
    if (operation.method === "HEAD" || content === undefined)
      return bytes.length === 0 ? [] : ["a body is not documented"];
    const type = headers["content-type"] ?? "";
    if (!Object.hasOwn(content, type)) return [`the media type ${JSON.stringify(type)} is not documented`];
    return this.#api.problemsOf(json, [...at, "content", type, "schema"]);
  }
}
