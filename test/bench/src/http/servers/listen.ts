import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServerAnswer } from "./server-request.js";

/** Listens on any free port of loopback. */
export async function listen(server: Server): Promise<ServerAnswer> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
