import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../scripts/steps/free-port.mjs";
import { repositoryRoot } from "../boundaries/repository.js";
import { ServiceProcess } from "../server/service-process.js";
import { consoleCommands, withoutTimes } from "./console-session.js";
import { curlRequest } from "./curl-request.js";
import { documentedAddress } from "./run-snippet.js";
import { shellCommands } from "./shell-commands.js";
import { readSnippets, type Snippet } from "./snippets.js";

const cmgen = join(repositoryRoot, "packages/cli/bin/cmgen.js");
const programs: Readonly<Record<string, string>> = {
  cmgen,
  tsc: join(repositoryRoot, "node_modules/typescript/bin/tsc"),
};
const steps = readSnippets().filter(
  ({ place, marks }) => place.startsWith("docs/tenants.md") && (marks.includes("file") || marks.includes("tenants")),
);
const documentedToken = "cmgen_3kTMd8pV0qYc5sHnRz7Xb1LfGw9Jt2QeU6aBvCyDxNm4oPiSr";

const folder = mkdtempSync(join(tmpdir(), "cmgen-tenants-page-"));
let environment: Readonly<Record<string, string>>;
let service: ServiceProcess | undefined;
let url = "";
let token = "";

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  environment = { PORT: String(port), CMGEN_DATABASE_URL: "", XDG_CONFIG_HOME: folder, NO_COLOR: "1" };
  symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"), "dir");
  writeFileSync(join(folder, "package.json"), '{ "name": "desk-plugin", "type": "module" }');
  const options = { target: "ES2023", module: "NodeNext", strict: true, skipLibCheck: true, types: ["node"] };
  const tsconfig = { compilerOptions: { ...options, rootDir: "src", outDir: "dist" }, include: ["src"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
});
afterAll(async () => {
  await service?.end("SIGTERM");
  rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 });
});

/** What a reader does, from top to bottom, each command as a process of its own. */
test("the page about tenants does what it says", { timeout: 300_000 }, async () => {
  // A program of the page that is used by its end: it is compiled with the others.
  for (const step of steps.filter(({ marks }) => marks.includes("file"))) save(step);
  for (const step of steps) {
    if (step.language === "console") for (const command of consoleCommands(step.text)) await run(command);
    if (step.language === "bash") await send(step);
  }
  expect(service).toBeDefined();
  const { titles } = (await import(pathToFileURL(join(folder, "dist/titles.js")).href)) as {
    readonly titles: (service: string, tenant: string, token: string) => Promise<readonly string[]>;
  };
  expect(await titles(url, "acme", token)).toEqual(["It is broken"]);
  await expect(titles(url, "beta", token)).rejects.toThrow('There is no tenant "beta".');
});

function save({ place, text }: Snippet): void {
  const path = /^\/\/ (\S+)\n/.exec(text)?.[1];
  if (path === undefined) throw new SyntaxError(`${place}: the block of a file begins with its path`);
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

async function run({ line, printed }: { readonly line: string; readonly printed: string }): Promise<void> {
  const [program = "", ...args] = shellCommands(`${line}\n`)[0]?.words ?? [];
  const script = programs[program];
  if (script === undefined) throw new SyntaxError(`${line} is not a command of this page`);
  if (line === "cmgen start") {
    service = new ServiceProcess([script, "start"], environment, folder);
    await service.url();
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
    return;
  }
  const words = program === "tsc" ? ["-p", ".", ...args] : args;
  const env = { ...process.env, ...environment };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...words], { cwd: folder, env });
  token = /^cmgen_\w+$/m.exec(stdout)?.[0] ?? token;
  if (printed !== "") expect(shown(stdout + stderr), line).toBe(shown(printed));
}

/** What is printed, without what differs from run to run. */
function shown(text: string): string {
  return withoutTimes(text)
    .replaceAll(folder, "/srv/desk")
    .replaceAll(/^cmgen_\w{49}$/gm, "<token>")
    .replaceAll(/\btoken [0-9a-f]{10}\b/g, "token <id>")
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\dZ/g, "<time>");
}

async function send({ text }: Snippet): Promise<void> {
  for (const { words, comment } of shellCommands(text.replaceAll(documentedToken, token))) {
    const { url: address, method, headers, body } = curlRequest(words);
    const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]) };
    const answer = await fetch(url + address.slice(documentedAddress.length), { ...init, body: body ?? null });
    const wanted = /^\d{3}$/.test(comment) ? Number(comment) : method === "POST" ? 201 : 200;
    expect([address, answer.status]).toEqual([address, wanted]);
    await answer.text();
  }
}
