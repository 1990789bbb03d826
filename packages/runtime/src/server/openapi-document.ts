import { readFile } from "node:fs/promises";
import { ApiError } from "../error/api-error.js";

interface OpenApiServers {
  readonly info?: { readonly title?: string };
  readonly servers?: readonly { readonly url?: unknown }[];
}

/** The generated OpenAPI document, as its readers get it. It is parsed once, since it has a megabyte for a hundred models. */
export class OpenApiDocument {
  readonly title: string | undefined;
  /** The origins of the servers that it names by a whole URL. */
  readonly origins: readonly string[];
  readonly #text: string;
  /** Whether it says itself where the service is. */
  readonly #namesServers: boolean;
  /** The path that the last reader called the service below: usually the only one. */
  #below = { mountPath: "", text: "" };

  constructor(text: string) {
    const { info, servers = [] } = JSON.parse(text) as OpenApiServers;
    this.title = info?.title;
    const urls = servers.map(({ url }) => String(url)).filter((url) => /^https?:/.test(url) && URL.canParse(url));
    this.origins = [...new Set(urls.map((url) => new URL(url).origin))];
    this.#namesServers = servers.some(({ url }) => url !== "/");
    this.#text = text;
  }

  /** @throws {ApiError} `NotFound` if none was generated. */
  static async read(file: URL): Promise<OpenApiDocument> {
    try {
      return new OpenApiDocument(await readFile(file, "utf8"));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      throw new ApiError("NotFound", "No OpenAPI document was generated for this service.", { cause: error });
    }
  }

  /** The document with the path that the service is published below, unless it names servers itself. */
  servedBelow(mountPath: string): string {
    if (mountPath === "" || this.#namesServers) return this.#text;
    if (this.#below.mountPath !== mountPath) {
      const parsed = JSON.parse(this.#text) as OpenApiServers;
      this.#below = { mountPath, text: JSON.stringify({ ...parsed, servers: [{ url: mountPath }] }) };
    }
    return this.#below.text;
  }
}

/** Reads when it is asked first, and again only after a failure. */
export function readOnce<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let known: Promise<Value> | undefined;
  return () => {
    if (known !== undefined) return known;
    const reading = read();
    known = reading;
    reading.catch(() => (known = undefined));
    return reading;
  };
}
