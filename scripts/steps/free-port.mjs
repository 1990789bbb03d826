import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections, one of which could take a port between its choice and its use. */
const first = 20_000;
const count = 10_000;

/** A port of loopback that nothing listens on, for a process that must be told one. */
export async function freePort() {
  for (;;) {
    const port = first + randomInt(count);
    if (await isFree(port)) return port;
  }
}

async function isFree(port) {
  const server = createServer();
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    if (error.code === "EADDRINUSE") return false;
    throw error;
  }
  server.close();
  await once(server, "close");
  return true;
}
