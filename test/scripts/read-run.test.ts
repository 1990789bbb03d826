import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { benches } from "../../scripts/runs/benches.mjs";
import { readOptions, readRun } from "../../scripts/runs/read-run.mjs";
import { soaks } from "../../scripts/runs/soaks.mjs";
import { root } from "../../scripts/steps/root.mjs";

/** What a command line prints, and what is read from it. */
function read(command: typeof benches | typeof soaks, ...args: readonly string[]) {
  const printed: string[] = [];
  const run = readRun(command, args, (text: string) => printed.push(text));
  return { run, printed: printed.join("\n") };
}

describe("a command line with a name", () => {
  it.each([[[]], [["--help"]], [["-h"]]])("prints all there is for %j", (args: readonly string[]) => {
    for (const command of [benches, soaks]) {
      const { run, printed } = read(command, ...args);
      expect(run).toBeUndefined();
      for (const name of Object.keys(command.runs)) expect(printed).toContain(`\n  ${name} `);
    }
  });

  it("prints the options of each run with --help", () => {
    for (const command of [benches, soaks])
      for (const name of Object.keys(command.runs))
        expect(read(command, name, "--help").printed).toMatch(new RegExp(`^Usage: ${command.call} ${name} \\[`));
    expect(read(benches, "cli", "--help").printed).toMatch(/ --rounds 15 +\S.*\(default: 15\)\n/);
    expect(read(soaks, "fuzz", "--help").printed).toMatch(/ \[times\] +how many requests \(default: 20000\)/);
  });

  it("reads values, with defaults", () => {
    expect(readOptions(benches, "cli", [])).toEqual({ rounds: 15, cold: 5 });
    const args = ["--sizes", "10,1e6", "--databases=sqlite", "--json", "--only", "a, b"];
    expect(readOptions(benches, "lists", args)).toEqual({
      sizes: [10, 1_000_000],
      databases: ["sqlite"],
      rounds: 500,
      seconds: 1,
      json: true,
      only: "a, b",
    });
    expect(read(soaks, "fuzz", "200").run).toEqual({ name: "fuzz", options: { times: 200 } });
    expect(read(soaks, "fuzz").run).toEqual({ name: "fuzz", options: {} });
  });

  it.each([
    [benches, ["https"], 'There is no bench "https".', "  http "],
    [benches, ["toString"], 'There is no bench "toString".', "  http "],
    [soaks, ["http"], 'There is no soak "http".', "  fuzz "],
    [benches, ["http", "--apart"], "bench http: there is no option --apart.", "  --sizes "],
    [benches, ["cli", "--rounds"], "bench cli: --rounds needs a value, such as 15.", "  --cold "],
    [benches, ["cli", "--rounds", "-1"], 'bench cli: --rounds must be like 15, not "-1".', "  --cold "],
    [benches, ["http", "--databases", "mysql"], "--databases must be like sqlite,postgresql", "  --sizes "],
    [benches, ["http", "--json=1"], "bench http: --json takes no value.", "  --sizes "],
    [benches, ["http", "10000"], 'bench http: "10000" is not expected.', "  --sizes "],
    [soaks, ["fuzz", "0"], 'soak fuzz: <times> must be like 20000, not "0".', "  [times] "],
    [soaks, ["fuzz", "1", "2"], 'soak fuzz: "2" is not expected.', "  [times] "],
  ] as const)("says what is wrong, and what there is: %#", (command, args, problem, there) => {
    expect(() => read(command, ...args)).toThrow(problem);
    expect(() => read(command, ...args)).toThrow(there);
  });
});

it("every bench with a file of its own is in the table, and the other way round", () => {
  const files = readdirSync(join(root, "test/bench")).filter((file) => file.endsWith(".mjs"));
  const own = Object.entries(benches.runs).filter(([, run]) => !("measures" in run));
  expect(files.toSorted()).toEqual(own.map(([name]) => `${name}.mjs`).toSorted());
});
