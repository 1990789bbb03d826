import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { ownVersion } from "../version.js";
import { examineGenerated } from "./examine-environment.js";
import { examineNode, examinePackages } from "./examine-packages.js";
import { examinePort } from "./examine-port.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-environment-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ["18.20.0", false],
  ["20.18.3", false],
  ["20.19.0", true],
  ["22.0.0", true],
  ["100.1.0", true],
])("Node.js %s is new enough: %s", (version, isFine) => {
  expect(examineNode(version).map(({ code }) => code)).toEqual(isFine ? [] : ["node"]);
});

function installPackage(name: string, version: string): void {
  mkdirSync(join(folder, "node_modules", name), { recursive: true });
  writeFileSync(join(folder, "node_modules", name, "package.json"), JSON.stringify({ name, version }));
}

test("packages of other releases are found, from folders above, too", () => {
  installPackage("@cmgen/model", ownVersion());
  mkdirSync(join(folder, "plugin"));
  expect(examinePackages(join(folder, "plugin"))).toEqual([]);
  installPackage("@cmgen/runtime", "0.0.1");
  expect(examinePackages(join(folder, "plugin"))).toEqual([
    expect.objectContaining({
      message: expect.stringContaining("the plugin has @cmgen/runtime 0.0.1"),
      fix: `npm install @cmgen/runtime@${ownVersion()}`,
    }),
  ]);
});

test("a port is free, a service's, another program's, or none", async () => {
  let status = 200;
  const server = createServer((_request, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const PORT = String((server.address() as AddressInfo).port);
  expect(await examinePort({ PORT })).toEqual([]);
  status = 404;
  expect(await examinePort({ PORT })).toMatchObject([{ message: `Another program listens on 127.0.0.1:${PORT}.` }]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await examinePort({ PORT: "0" })).toEqual([]);
  expect(await examinePort({ PORT: "x" })).toMatchObject([{ message: expect.stringContaining('PORT is "x"') }]);
});

test("generated files are compared where something was generated", async () => {
  mkdirSync(join(folder, "src/models"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"name":"x","version":"1.0.0","type":"module"}');
  expect(await examineGenerated(folder)).toEqual([]);
  mkdirSync(join(folder, "src/generated"));
  writeFileSync(join(folder, "src/generated/.cmgen-manifest.json"), '{"version":1,"files":{}}');
  expect(await examineGenerated(folder)).toMatchObject([{ code: "generated" }]);
});
