import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { RunningServer } from "@cmgen/runtime";
import { peopleFolder } from "../people/people-service.js";
import { startPeople } from "../server/people-server.js";
import { documentedAddress, runSnippet } from "./run-snippet.js";
import { readSnippets, type Snippet } from "./snippets.js";

const blocks = readSnippets().filter(
  ({ place, marks }) => place.startsWith("docs/agents.md") && marks.includes("agents"),
);
const block = (language: string): Snippet => {
  const found = blocks.find((each) => each.language === language);
  if (found === undefined) throw new Error(`The page has no block of ${language}`);
  return found;
};

let server: RunningServer;
const folder = mkdtempSync(join(peopleFolder, "dist", "snippets-"));
beforeAll(async () => {
  server = await startPeople("sqlite", { mcp: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

it("the page's program prints what the page says", async () => {
  const program = block("ts");
  const { stdout, stderr } = await runSnippet(program, { folder, baseUrl: server.url });
  expect([stderr, stdout]).toEqual(["", program.output]);
});

it("an agent that is set up as the page says has tools", async () => {
  const set = JSON.parse(block("json").text) as {
    readonly mcpServers: { readonly people: { readonly command: string; readonly args: readonly string[] } };
  };
  const { command, args } = set.mcpServers.people;
  expect([command, args[0]]).toEqual(["npx", "cmgen"]);
  const cmgen = fileURLToPath(new URL("../../packages/cli/bin/cmgen.js", import.meta.url));
  const given = args.slice(1).map((word) => word.replace(documentedAddress, server.url));
  const agent = new Client({ name: "test", version: "1" });
  await agent.connect(new StdioClientTransport({ command: process.execPath, args: [cmgen, ...given] }));
  const { content } = await agent.callTool({ name: "kinds", arguments: {} });
  expect(JSON.stringify(content)).toContain("people.people.example.com/v1alpha1 (Person)");
  await agent.close();
});
