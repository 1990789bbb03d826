import { once } from "node:events";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createToolServer, type ToolOptions } from "./tool-server.js";

/** Serves the tools over standard input and output. Resolves when the input ends. Nothing else may write to standard output. */
export async function serveOverStdio(options: ToolOptions): Promise<void> {
  const ended = once(process.stdin, "close");
  serveStdio(() => createToolServer(options), { maxSubscriptions: 0 });
  await ended;
}
