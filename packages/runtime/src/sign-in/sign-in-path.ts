import type { IncomingMessage } from "node:http";
import type { Answer } from "../http/answer.js";

/** A path of the service's own, and what answers it. */
export interface SignInPath {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly respond: (asked: { readonly request: IncomingMessage }) => Promise<Answer>;
}
