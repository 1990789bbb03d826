import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { runCmgen } from "../cli/run-cmgen.js";
import { readTree, writeTree } from "../golden/harness/file-tree.js";
import { createWorkspace } from "../golden/harness/workspace.js";
import { startPeople } from "../server/people-server.js";
import { drawTerminal, type TerminalLine, type TerminalStep } from "./terminal-picture.js";

const picture = join(repositoryRoot, "docs/images/terminal.svg");
const model = "src/models/person.ts";

const ann = "/apis/people.example.com/v1alpha1/people/ann";
const dora = `apiVersion: people.example.com/v1alpha1
kind: Person
metadata: { name: dora, annotations: { people.example.com/welcome: "yes" } }
spec: { name: Dora Dunn, age: 42 }
`;

test("the picture of a terminal shows what the commands print", async () => {
  const workspace = createWorkspace();
  const server = await startPeople("sqlite");
  try {
    const drawn = drawTerminal("A mistake in a type, its fix, and a service whose changes are followed", [
      ...(await generating(workspace.folder)),
      ...(await following(workspace.folder, server.url)),
    ]);
    if (process.env["UPDATE_GOLDENS"] === "1") writeFileSync(picture, drawn);
    expect(drawn).toBe(readFileSync(picture, "utf8"));
  } finally {
    await server.close();
    workspace.dispose();
  }
});

/** A constraint that fails, and its fix. */
async function generating(folder: string): Promise<readonly TerminalStep[]> {
  const right = readTree(join(repositoryRoot, "test/golden/person/input"));
  const text = right.get(model) ?? expect.unreachable();
  writeTree(folder, new Map([...right, [model, text.replace("@maximum 150", "@max 150")]]));
  const refused = await runCmgen(["generate"], { workingFolder: folder });
  expect(refused.code).toBe(2);
  writeFileSync(join(folder, model), text);
  const generated = await runCmgen(["generate"], { workingFolder: folder });
  expect(generated.code).toBe(0);
  return [
    step(0.4, command("cmgen generate")),
    step(0.8, ...linesOf(refused.error || refused.out, "mistake")),
    step(3, command("sed -i 's/@max /@maximum /' src/models/person.ts && cmgen generate")),
    step(0.8, ...linesOf(generated.out)),
  ];
}

/** A watch, beside the creation of an object and what a controller makes of it. */
async function following(folder: string, url: string): Promise<readonly TerminalStep[]> {
  writeFileSync(join(folder, "dora.yaml"), dora);
  // Ann is of the manifests, and greeted when the service has started.
  await expect.poll(async () => (await fetch(`${url}${ann}`)).text(), { timeout: 10_000 }).toContain("Welcome");
  const stopping = new AbortController();
  let shown = "";
  const watching = runCmgen(["get", "people", "--watch", "--server", url], {
    workingFolder: folder,
    signal: stopping.signal,
    onOutput: (out) => (shown = out),
  });
  await expect.poll(() => shown, { timeout: 10_000 }).toContain("cleo");
  const before = shown;
  const applied = await runCmgen(["apply", "-f", "dora.yaml", "--server", url], { workingFolder: folder });
  expect(applied.code).toBe(0);
  // The controller writes a greeting into its status.
  await expect.poll(() => shown.split("dora").length, { timeout: 10_000 }).toBe(3);
  const [created = "", greeted = ""] = withoutAges(shown.slice(before.length)).trimEnd().split("\n");
  stopping.abort();
  await watching;
  return [
    step(2.5, command("cmgen get people --watch &")),
    step(0.8, ...linesOf(withoutAges(before))),
    step(1.5, command("cmgen apply -f dora.yaml")),
    step(0.6, ...linesOf(applied.out)),
    step(0.2, line(created)),
    step(0.8, line(greeted), { text: "# version 2: a controller has greeted her", kind: "note" }),
  ];
}

function step(after: number, ...lines: readonly TerminalLine[]): TerminalStep {
  return { after, lines };
}

function command(text: string): TerminalLine {
  return { text: `$ ${text}`, kind: "command" };
}

function line(text: string, kind: TerminalLine["kind"] = "output"): TerminalLine {
  return { text: text.trimEnd(), kind };
}

/** Lines, of which those that name an error or point at it stand out. */
function linesOf(text: string, kind: TerminalLine["kind"] = "output"): readonly TerminalLine[] {
  return text
    .trimEnd()
    .split("\n")
    .map((each) => line(each, kind === "mistake" && !/error|\^/.test(each) ? "output" : kind));
}

/** What differs from run to run. */
function withoutAges(text: string): string {
  return text.replaceAll(/\b\d+s\b/g, "1s");
}
