import { once } from "node:events";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createToolServer, type ToolOptions } from "./tool-server.js";

/** Serves the tools over standard input and output. Resolves when the input ends. Nothing else may write to standard output. */
export async function serveOverStdio(options: ToolOptions): Promise<void> {
  const { stdin } = process;
  // Some inputs end and are never closed, such as /dev/null.
  const ended = Promise.race([once(stdin, "end"), once(stdin, "close")]);
  serveStdio(() => createToolServer(options), { maxSubscriptions: 0 });
  await ended;
}
