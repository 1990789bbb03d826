import type { Fetch } from "@cmgen/client";

import { FilesError } from "../usage-error.js";

/** Bytes of an answer, or of a line of a watch. A document of a thousand models has 8 MiB, and an object at most 3 MiB unless configured. */
export const MAX_ANSWER = 64 * 2 ** 20;

/** An answer has more bytes than are kept in memory. */
export class AnswerTooLarge extends FilesError {}

/**
 * Fetches as the global `fetch` does, but refuses what would fill the memory or lead elsewhere: a server may be broken or hostile.
 *
 * A redirection is not followed, since what was asked for, and the token, are for the server that was named.
 */
export const boundedFetch: Fetch = async (url, init) => {
  const response = await fetch(url, { ...init, redirect: "manual" });
  const location = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && response.status !== 304) {
    await response.body?.cancel();
    const place = location === null ? "elsewhere" : `to ${JSON.stringify(location.slice(0, 200))}`;
    throw new FilesError(
      `${new URL(url).origin} redirects ${place}, which is not followed. Give that address instead.`,
    );
  }
  if (response.body === null) return response;
  const isWatch = (response.headers.get("content-type") ?? "").startsWith("application/x-ndjson");
  const bounded = new Response(response.body.pipeThrough(bound(new URL(url), isWatch)), response);
  // A response that is made has no address, which messages name.
  Object.defineProperty(bounded, "url", { value: response.url });
  return bounded;
};

/** Passes bytes on until there are too many: in all, or since the last line's end. */
function bound({ origin, pathname }: URL, byLine: boolean): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const end = byLine ? chunk.lastIndexOf(10) : -1;
      size = end < 0 ? size + chunk.byteLength : chunk.byteLength - end;
      if (size <= MAX_ANSWER) controller.enqueue(chunk);
      else controller.error(new AnswerTooLarge(`${origin}${pathname} answered more than ${MAX_ANSWER / 2 ** 20} MiB.`));
    },
  });
}
