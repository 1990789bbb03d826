import { createServer } from "node:net";

import type { EnvironmentFinding } from "./environment-finding.js";

/** How long a program on the port may take to say what it is, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** Whether the service can listen where it would; one that runs there already is fine. */
export async function examinePort(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly EnvironmentFinding[]> {
  const port = Number(environment["PORT"] === undefined || environment["PORT"] === "" ? 8090 : environment["PORT"]);
  const host = environment["HOST"] === undefined || environment["HOST"] === "" ? "127.0.0.1" : environment["HOST"];
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    const message = `PORT is ${JSON.stringify(environment["PORT"])}, which is not the number of a port.`;
    return [{ code: "port", message, fix: "Set PORT to a whole number from 0 to 65535." }];
  }
  const code = await listen(port, host);
  if (code === undefined || (code === "EADDRINUSE" && (await isOurs(port, host)))) return [];
  const address = `${host}:${port}`;
  return [
    code === "EADDRINUSE"
      ? { code: "port", message: `Another program listens on ${address}.`, fix: "Set PORT to another one, or end it." }
      : { code: "port", message: `Nothing can listen on ${address} (${code}).`, fix: "Set HOST and PORT to others." },
  ];
}

/** The code of what keeps a server from listening there; undefined if nothing does. */
function listen(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

/** Whether a cmgen service answers there. */
async function isOurs(port: number, host: string): Promise<boolean> {
  try {
    const shown = host.includes(":") ? `[${host}]` : host;
    const response = await fetch(`http://${shown}:${port}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
