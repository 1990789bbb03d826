import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { main } from "cmgen/main";
import { afterAll, expect } from "vitest";
import { createWorkspace } from "../golden/harness/workspace.js";
import { peopleFolder } from "../people/people-service.js";
import type { PeopleModule } from "./client-rule.js";
import { conforms } from "./conforms.js";

const workspace = createWorkspace();
afterAll(() => workspace.dispose());

conforms("the client that is made of openapi.json", async () => {
  const { folder: workingFolder } = workspace;
  let printed = "";
  const print = (text: string): unknown => (printed += text);
  const terminal = { workingFolder, columns: 100, color: false, now: () => new Date(), out: print, error: print };
  const interrupted = (): AbortSignal => new AbortController().signal;
  const args = ["client", join(peopleFolder, "openapi.json"), "--out", "people"];
  expect(await main(args, { ...terminal, interrupted }), printed).toBe(0);
  const module = pathToFileURL(join(workingFolder, "people/v1alpha1/client.ts")).href;
  return (await import(module)) as PeopleModule;
});
