import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { readBody } from "./read-body.js";

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

interface Begun {
  readonly client: Socket;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Begins a request over a socket, so that its body can be sent in any way. */
async function begin(length: number): Promise<Begun> {
  const server = createServer().listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(client);
  client.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n`);
  const [request, response] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
  return { client, request, response };
}

it("joins what arrives in pieces", async () => {
  const { client, request } = await begin(7);
  const body = readBody(request, { maxBytes: 7 });
  for (const piece of ["a", "bc", "defg"]) {
    await new Promise((sent) => client.write(piece, sent));
    await new Promise(setImmediate);
  }
  expect(String(await body)).toBe("abcdefg");
});

it("fails if the client breaks off", async () => {
  const { client, request } = await begin(7);
  const body = readBody(request, { maxBytes: 7 });
  client.end("abc");
  await expect(body).rejects.toThrow("aborted");
});

it("fails if the client has broken off before, and would wait for ever otherwise", async () => {
  const { client, request } = await begin(7);
  // `once` would listen for errors, too, and without a listener there is none.
  const closed = new Promise<void>((resolve) => request.on("close", resolve));
  client.destroy();
  await closed;
  await expect(readBody(request, { maxBytes: 7 })).rejects.toMatchObject({ code: "ERR_STREAM_PREMATURE_CLOSE" });
});

it("stops at the limit of all bodies together, and leaves the connection for the answer", async () => {
  const { client, request, response } = await begin(6);
  const refusal = new Error("too many");
  const take = (): void => {
    throw refusal;
  };
  const body = readBody(request, { maxBytes: 6, share: { take, give: take } });
  client.write("abc");
  await expect(body).rejects.toBe(refusal);
  response.end("refused");
  request.resume();
  client.write("def");
  const [answer] = (await once(client, "data")) as [Buffer];
  expect(String(answer)).toContain("refused");
});
