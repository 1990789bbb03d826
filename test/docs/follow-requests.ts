import { expect, vi } from "vitest";
import { curlRequest } from "./curl-request.js";
import { documentedAddress } from "./run-snippet.js";
import { shellCommands } from "./shell-commands.js";
import type { Snippet } from "./snippets.js";

/** Sends a block's requests; the last answer has what the page shows. A read is sent again until it does: controllers need a moment. */
export async function follow(block: Snippet, base: string, token?: string): Promise<void> {
  const commands = shellCommands(block.text);
  for (const [at, { words, comment }] of commands.entries()) {
    const { url, method, headers, body } = curlRequest(words);
    const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]) };
    if (token !== undefined) init.headers.push(["authorization", `Bearer ${token}`]);
    const shown = at === commands.length - 1 ? (JSON.parse(block.output ?? "{}") as object) : {};
    const answer = async (): Promise<void> => {
      const response = await fetch(base + url.slice(documentedAddress.length), { ...init, body: body ?? null });
      const text = await response.text();
      expect([url, response.status, response.ok ? "" : text]).toEqual([
        url,
        Number(comment || 200),
        comment.startsWith("4") ? text : "",
      ]);
      expect(JSON.parse(text)).toMatchObject(shown);
    };
    await (method === "GET" ? vi.waitFor(answer, { timeout: 10_000, interval: 50 }) : answer());
  }
}
