import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { getRequest, KeepAliveConnection, postRequest } from "./keep-alive-connection.js";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function connectTo(listener: RequestListener): Promise<KeepAliveConnection> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return KeepAliveConnection.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

it("asks one request after another on one connection", async () => {
  const sockets = new Set<unknown>();
  const connection = await connectTo(({ url = "", socket }, response) => {
    sockets.add(socket);
    response.writeHead(url === "/1" ? 404 : 200, { "content-length": 100_000 });
    // In pieces, as large answers come.
    response.write("x".repeat(60_000), () => response.end("y".repeat(40_000)));
  });
  expect(await connection.send(getRequest("/1"))).toEqual({ status: 404, length: 100_000 });
  expect(await connection.send(getRequest("/2"))).toEqual({ status: 200, length: 100_000 });
  expect(sockets.size).toBe(1);
  connection.close();
});

it("sends a body", async () => {
  const connection = await connectTo((request, response) => {
    request.pipe(response.writeHead(201, { "content-length": request.headers["content-length"] }));
  });
  expect(await connection.send(postRequest("/", Buffer.from("abc")))).toEqual({ status: 201, length: 3 });
  connection.close();
});

it("fails where the server ends the connection, or does not say how long its answer is", async () => {
  const broken = await connectTo((request) => request.socket.destroy());
  await expect(broken.send(getRequest("/"))).rejects.toThrow(/closed|hang up|ECONNRESET/);
  const chunked = await connectTo((_, response) => response.end("x".repeat(3)).writableEnded);
  await expect(chunked.send(getRequest("/"))).resolves.toMatchObject({ length: 3 });
  const streamed = await connectTo((_, response) => void response.writeHead(200).write("x"));
  await expect(streamed.send(getRequest("/"))).rejects.toThrow("how long");
});
