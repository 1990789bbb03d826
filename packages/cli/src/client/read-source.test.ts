import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { readSource } from "./read-source.js";

let workingFolder: string;
const servers: Server[] = [];

beforeAll(() => {
  workingFolder = mkdtempSync(join(tmpdir(), "cmgen-source-"));
});
afterAll(() => rmSync(workingFolder, { recursive: true }));
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const nothingChosen = {
  server: undefined,
  context: undefined,
  token: undefined,
  tokenFile: undefined,
  header: undefined,
};

/** The address of a server that answers so. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function read(source: string, options: Partial<Parameters<typeof readSource>[1]> = {}): Promise<string> {
  return readSource(source, { ...nothingChosen, workingFolder, timeout: "50s", ...options });
}

test("a file is read from the working folder", async () => {
  writeFileSync(join(workingFolder, "api.json"), "{}");
  expect(await read("api.json")).toBe("{}");
  await expect(read("other.json")).rejects.toThrow("other.json does not exist. Give an openapi.json,");
  await expect(read(".")).rejects.toThrow(". cannot be read (EISDIR).");
});

test.each([
  ["", "/openapi.json"],
  ["/", "/openapi.json"],
  ["/behind/a/path/", "/behind/a/path/openapi.json"],
  ["/elsewhere/api.json?v=1", "/elsewhere/api.json?v=1"],
])("of a service at %j, %j is fetched", async (path, fetched) => {
  const url = await serve((request, response) => response.end(request.url));
  expect(await read(`${url}${path}`)).toBe(fetched);
});

test("the token and headers are sent to the origin that was asked for, and to no other", async () => {
  const seen: IncomingHttpHeaders[] = [];
  const other = await serve((request, response) => {
    seen.push(request.headers);
    response.end("{}");
  });
  const url = await serve((request, response) => {
    seen.push(request.headers);
    const location = request.url === "/openapi.json" ? "/moved.json" : `${other}/x.json`;
    response.writeHead(302, { location }).end();
  });
  await read(url, { token: "secret", header: ["X-Api-Key: also secret"] });
  const credentials = seen.map(({ authorization, "x-api-key": key }) => [authorization, key]);
  expect(credentials).toEqual([
    ["Bearer secret", "also secret"],
    ["Bearer secret", "also secret"],
    [undefined, undefined],
  ]);
});

test.each([
  ["without end", "/again.json", /redirects more than 5 times/],
  ["to a file", "file:///etc/passwd", /redirects to "file:\/\/\/etc\/passwd", which is not followed/],
  ["to nowhere", "http://[", /which is not followed/],
])("a redirection %s is an error", async (_, location, message) => {
  const url = await serve((_request, response) => response.writeHead(302, { location }).end());
  await expect(read(url)).rejects.toThrow(message);
});

test.each([
  [401, /answered 401. Give a token with --token-file/],
  [404, /answered 404. Give the address of the service/],
  [304, /answered 304/],
])("an answer %i is an error that says what to do", async (status, message) => {
  const url = await serve((_request, response) => response.writeHead(status).end());
  await expect(read(`${url}/x.json?key=secret`)).rejects.toThrow(message);
  await expect(read(`${url}/x.json?key=secret`)).rejects.not.toThrow(/secret/);
});

test("an answer that does not end is waited for no longer than allowed, one of any size not read to its end", async () => {
  const stalling = await serve((_request, response) => response.writeHead(200).write("{"));
  await expect(read(stalling, { timeout: "100ms" })).rejects.toThrow(/did not answer within 100ms/);
  const chunk = Buffer.alloc(2 ** 20, " ");
  const endless = await serve((_request, response) => {
    const write = (): void => {
      while (response.write(chunk));
    };
    response.on("drain", write);
    write();
  });
  await expect(read(endless)).rejects.toThrow(/is larger than 64 MiB/);
});

test("where nothing listens, that is said", async () => {
  await expect(read("http://127.0.0.1:9")).rejects.toThrow(/^http:\/\/127.0.0.1:9\/openapi.json cannot be reached: /);
});

test.each([
  ["ftp://a.b/openapi.json", {}, /must start with http/],
  ["http://", {}, /must start with http/],
  ["http://user:secret@127.0.0.1/", {}, /must not have a user name or a password/],
  ["http://127.0.0.1:9", { header: ["no colon"] }, /--header must be a name/],
  ["http://127.0.0.1:9", { header: ["X: a\r\nY: b"] }, /--header must be a name/],
])("%s with %j is a mistake of the call", async (source, options, message) => {
  await expect(read(source, options)).rejects.toThrow(
    expect.objectContaining({ name: "UsageError", message: expect.stringMatching(message) as string }),
  );
});
