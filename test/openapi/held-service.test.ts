import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plugin } from "../../examples/people/src/generated/plugin.js";
import { DescribedApi } from "./described-api.js";
import { HeldService } from "./held-service.js";

const api = new DescribedApi(new URL("openapi.json", plugin.root));
const read = api.operations.find(({ operationId }) => operationId === "readPerson");
const metadata = {
  name: "ann",
  uid: "9d0c9c0e-5a0e-4f0e-8f0e-2d3c4b5a6978",
  creationTimestamp: "2030-01-01T00:00:00.000Z",
  version: 1,
};
const person = { apiVersion: "people.example.com/v1alpha1", kind: "Person", metadata, spec: { name: "Ann" } };
const honest = {
  status: 200,
  headers: { etag: '"1"', "content-type": "application/json" },
  body: JSON.stringify(person),
};

/** What the server answers next. */
let answer = honest;
let server: Server;

beforeAll(async () => {
  server = createServer((_, response) => void response.writeHead(answer.status, answer.headers).end(answer.body));
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => void server.close());

async function ask(): Promise<unknown> {
  if (read === undefined) throw new Error("The document has no readPerson");
  const { port } = server.address() as AddressInfo;
  return new HeldService(api, `http://127.0.0.1:${port}`, new Set()).call(read, { name: "ann" });
}

test("an answer as documented passes", async () => {
  answer = honest;
  await expect(ask()).resolves.toMatchObject({ status: 200 });
});

test.each([
  ["a status", { status: 418 }, "is not documented to answer 418"],
  ["a media type", { headers: { ...honest.headers, "content-type": "text/html" } }, "the media type"],
  ["a missing header", { headers: { "content-type": "application/json" } }, "the header ETag is documented and absent"],
  [
    "a member more",
    { body: JSON.stringify({ ...person, more: 1 }) },
    '"unevaluatedProperty":"more"|"additionalProperty":"more"',
  ],
  ["a value of another type", { body: JSON.stringify({ ...person, spec: { name: 1 } }) }, "/spec/name must be string"],
  ["a body that is none", { body: "" }, "must be object"],
])("%s that is not documented is found", async (_, lie, told) => {
  answer = { ...honest, ...lie } as typeof honest;
  await expect(ask()).rejects.toThrow(new RegExp(told));
});
