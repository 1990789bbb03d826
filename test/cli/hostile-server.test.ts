import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import { runCmgen, type CommandOutcome, type CommandSetting } from "./run-cmgen.js";

const servers: Server[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const resource = { "x-cmgen-resource": { kind: "Pet", singular: "pet" } };
const document = JSON.stringify({ paths: { "/apis/pets.example.com/v1/pets": resource } });

/** A server that describes pets, and answers everything else as `listener` does. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === "/openapi.json") response.setHeader("content-type", "application/json").end(document);
    else listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function cmgen(url: string, args: readonly string[], setting: Partial<CommandSetting> = {}): Promise<CommandOutcome> {
  vi.stubEnv("CMGEN_TOKEN", "s3cret");
  return runCmgen([...args, "--server", url], { workingFolder: tmpdir(), ...setting });
}

const answer = (response: ServerResponse, body: unknown, type = "application/json"): void => {
  response.setHeader("content-type", type).end(typeof body === "string" ? body : JSON.stringify(body));
};
const pet = (name: string, version = 1): object => ({
  apiVersion: "pets.example.com/v1",
  kind: "Pet",
  metadata: { name, uid: `uid-of-${name}`, version, creationTimestamp: "2030-01-01T00:00:00.000Z" },
  spec: {},
});

test.each([
  [
    "a page",
    (_, response) => answer(response, "<html>\u001b[2J", "text/html"),
    /not from a cmgen service.*Give the address/s,
  ],
  [
    "no object",
    (_, response) => answer(response, { metadata: {}, items: [{ metadata: 5 }] }),
    /something that is not an object/,
  ],
  ["an object of another kind", (_, response) => answer(response, {}), /something that is not an object: {}/],
  ["a number", (_, response) => answer(response, "5"), /not from a cmgen service/],
  [
    "a redirection",
    (_, response) => response.writeHead(302, { location: "http://x.example/" }).end(),
    /redirects to "http:\/\/x.example\/", which is not followed/,
  ],
  [
    "half an answer",
    (_, response) => void response.writeHead(200, { "content-length": 10 }).write("{", () => response.destroy()),
    /No answer from/,
  ],
] as readonly (readonly [string, RequestListener, RegExp])[])(
  "%s is an error that says what to do",
  async (_, listener, message) => {
    const { code, out, error } = await cmgen(await serve(listener), ["get", "pets"]);
    expect({ code, out }).toEqual({ code: error.startsWith("No answer") ? 5 : 4, out: "" });
    expect(error).toMatch(message);
    expect(error).not.toMatch(/s3cret|(?!\n)\p{Cc}/u);
  },
);

test("a server that does not answer is not waited for longer than allowed", async () => {
  const url = await serve(() => {});
  const { code, error } = await cmgen(url, ["get", "pets", "--timeout", "200ms"]);
  expect(code).toBe(5);
  expect(error).toMatch(/within 200ms.\nTry again, or allow more time with --timeout./);
});

test("an answer of any size is not read to its end", async () => {
  const chunk = Buffer.alloc(2 ** 20, " ");
  const url = await serve((_request, response) => {
    response.setHeader("content-type", "application/json");
    const write = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", write);
    write();
  });
  expect((await cmgen(url, ["get", "pets", "x"])).error).toMatch(/pets\/x answered more than 64 MiB./);
});

test("objects that are too large together are read a few at a time", async () => {
  const limits: string[] = [];
  const url = await serve((request, response) => {
    const limit = new URL(request.url ?? "", "http://x").searchParams.get("limit") ?? "";
    limits.push(limit);
    response.setHeader("content-type", "application/json");
    if (limit === "500") response.end(Buffer.alloc(2 ** 26 + 1, " "));
    else answer(response, { metadata: { resourceVersion: "1" }, items: [pet("rex")] });
  });
  expect((await cmgen(url, ["get", "pets", "-o", "name"])).out).toBe("pet.pets.example.com/rex\n");
  expect(limits).toEqual(["500", "63"]);
});

test("a watch goes on from a new list where the server no longer has the changes", async () => {
  const stop = new AbortController();
  let lists = 0;
  const url = await serve((request, response) => {
    const query = new URL(request.url ?? "", "http://x").searchParams;
    if (query.get("watch") !== "true") {
      lists += 1;
      return answer(response, { metadata: { resourceVersion: String(lists) }, items: [pet("rex", lists)] });
    }
    response.setHeader("content-type", "application/x-ndjson");
    const expired = { type: "urn:cmgen:problem:Expired", title: "Expired", status: 410, code: "Expired" };
    if (query.get("resourceVersion") === "1")
      return answer(response, `${JSON.stringify({ type: "ERROR", object: expired })}\n`, "application/x-ndjson");
    response.write(`${JSON.stringify({ type: "DELETED", resourceVersion: "9", object: pet("rex", 3) })}\n`);
  });
  const { code, out } = await cmgen(url, ["get", "pets", "--watch", "-o", "json"], {
    signal: stop.signal,
    onOutput: (text) => text.includes("DELETED") && stop.abort(),
  });
  expect(code).toBe(0);
  const events = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; object?: { metadata: { version: number } } });
  expect(events.map(({ type, object }) => [type, object?.metadata.version])).toEqual([
    ["ADDED", 1],
    ["RESET", undefined],
    ["ADDED", 2],
    ["DELETED", 3],
  ]);
});

test("names and texts of a server cannot make the terminal do anything", async () => {
  const evil = "\u001b]0;x\u0007\u009b2J\u202e";
  const list = { metadata: { resourceVersion: "1" }, items: [{ ...pet(evil), spec: { [evil]: evil } }] };
  const url = await serve((_request, response) => answer(response, list));
  for (const form of ["table", "wide", "name"]) {
    expect((await cmgen(url, ["get", "pets", "-o", form])).out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  }
  expect((await cmgen(url, ["describe", "pets"])).out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});
