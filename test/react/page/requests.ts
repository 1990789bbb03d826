import type { Fetch } from "@cmgen/client";

/** What the page has asked of the service. Tests read and set it as `window.requests`. */
export const requests = {
  /** Watches that were begun. */
  watches: 0,
  /** Addresses of watches that have not been ended. */
  following: [] as string[],
  lists: 0,
  /** Reads that were given up before they were answered. */
  givenUp: 0,
  /** How long an answer is held back, in milliseconds. */
  delay: 0,
};

/** The browser's `fetch`, which counts. */
export const countingFetch: Fetch = async (url, init) => {
  const isWatch = url.includes("watch=true");
  if (isWatch) {
    requests.watches += 1;
    requests.following.push(url);
    init.signal?.addEventListener("abort", () => requests.following.splice(requests.following.indexOf(url), 1));
  } else if (init.method === "GET") {
    requests.lists += 1;
    init.signal?.addEventListener("abort", () => (requests.givenUp += 1));
  }
  if (requests.delay > 0 && !isWatch) {
    await new Promise((resolve, reject) => {
      setTimeout(resolve, requests.delay);
      init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    });
  }
  return fetch(url, init);
};
