import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { silentLog, startServer } from "@cmgen/runtime";
import { plugin } from "@cmgen-examples/conduit";
import { beforeAll, describe, expect, it } from "vitest";
import { npm } from "../../scripts/steps/tools.mjs";
import { repositoryRoot } from "../boundaries/repository.js";
import { createDatabase } from "../postgres/create-database.js";

const run = promisify(execFile);

/** Not among the dependencies: nothing else needs its hundred packages. It names the versions of those that it has itself. */
const NEWMAN = "newman@6.2.2";
const folder = join(repositoryRoot, "node_modules/.cache/cmgen", NEWMAN);
const newman = join(folder, "node_modules/newman/bin/newman.js");
const suite = join(repositoryRoot, "test/conduit/suite/Conduit.postman_collection.json");

/** What newman says of a run. */
interface Report {
  readonly run: {
    readonly stats: Readonly<Record<"requests" | "assertions", { readonly total: number; readonly failed: number }>>;
    readonly failures: readonly {
      readonly error: { readonly test: string };
      readonly source: { readonly name: string };
    }[];
  };
}

async function installNewman(): Promise<void> {
  if (existsSync(newman)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  const [command = "", ...args] = npm(["install", "--prefix", folder, "--ignore-scripts", "--no-audit", NEWMAN]);
  await run(command, args);
}

/** Runs RealWorld's suite against a server, as its own script does. */
async function judge(url: string): Promise<Report["run"]> {
  const results = mkdtempSync(join(tmpdir(), "cmgen-conduit-"));
  const report = join(results, "report.json");
  const settings = {
    APIURL: `${url}/api`,
    USERNAME: "johnjacob_9",
    EMAIL: "john@jacob.com",
    PASSWORD: "a long password",
  };
  const globals = Object.entries(settings).flatMap(([name, value]) => ["--global-var", `${name}=${value}`]);
  try {
    const told = ["--reporters", "json", "--reporter-json-export", report, "--suppress-exit-code"];
    await run(process.execPath, [newman, "run", suite, ...globals, ...told]);
    return (JSON.parse(readFileSync(report, "utf8")) as Report).run;
  } finally {
    rmSync(results, { recursive: true });
  }
}

describe("the Conduit backend", () => {
  beforeAll(installNewman);

  it.each(["SQLite", "PostgreSQL"])("passes RealWorld's suite on %s", async (database) => {
    const databaseUrl = database === "SQLite" ? ":memory:" : await createDatabase();
    const server = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log: silentLog });
    await server.started;
    try {
      const { stats, failures } = await judge(server.url);
      expect(failures.map(({ source, error }) => `${source.name}: ${error.test}`)).toEqual([]);
      // Nothing of it is left out, nor answered so that less is asked.
      expect([stats.requests.total, stats.assertions.total]).toEqual([32, 311]);
    } finally {
      await server.close();
    }
  });
});
