import { execFile } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, delimiter, join, relative } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** A stage of a Dockerfile that was carried out; the last one is the image. */
export interface DockerStage {
  /** The folder that stands for `/`. */
  readonly root: string;
  /** The working folder, below `root`. */
  folder: string;
  user: string;
  command: readonly string[];
  healthCheck: readonly string[];
  readonly environment: Record<string, string>;
}

export interface DockerBuild {
  /** The folder with the Dockerfile. */
  readonly context: string;
  /** Where the stages go: an empty folder. */
  readonly target: string;
  /** Does what `npm ci` with these options would do in a folder. */
  readonly install: (folder: string, options: readonly string[]) => void | Promise<void>;
}

/**
 * Carries out a Dockerfile without Docker. What it runs is run by a shell, except `npm ci`, and `chown`, which names a user that only the
 * image has. Instructions that are not known here are an error.
 */
export async function buildImage(build: DockerBuild): Promise<DockerStage> {
  mkdirSync(join(build.target, "bin"));
  writeFileSync(join(build.target, "bin", "chown"), "#!/bin/sh\n");
  chmodSync(join(build.target, "bin", "chown"), 0o755);
  const stages = new Map<string, DockerStage>();
  let stage: DockerStage | undefined;
  for (const { keyword, text } of instructionsOf(readFileSync(join(build.context, "Dockerfile"), "utf8"))) {
    if (keyword === "FROM") {
      const name = / AS (\w+)$/.exec(text)?.[1] ?? "image";
      stage = newStage(join(build.target, name));
      stages.set(name, stage);
    } else if (stage !== undefined) await carryOut({ keyword, text, stage, stages, build });
  }
  if (stage === undefined) throw new Error("The Dockerfile has no FROM.");
  return stage;
}

function newStage(root: string): DockerStage {
  mkdirSync(root);
  return { root, folder: root, user: "root", command: [], healthCheck: [], environment: {} };
}

interface Instruction {
  readonly keyword: string;
  readonly text: string;
}

function instructionsOf(dockerfile: string): readonly Instruction[] {
  const lines = dockerfile
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n/g, "")
    .split("\n");
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => ({ keyword: line.split(" ", 1)[0] ?? "", text: line.slice(line.indexOf(" ")).trim() }));
}

interface Work extends Instruction {
  readonly stage: DockerStage;
  readonly stages: ReadonlyMap<string, DockerStage>;
  readonly build: DockerBuild;
}

async function carryOut(work: Work): Promise<void> {
  const { keyword, text, stage } = work;
  const carry = instructions[keyword];
  if (carry === undefined) throw new Error(`${keyword} ${text} is not known here.`);
  await carry(work);
  mkdirSync(stage.folder, { recursive: true });
}

const instructions: Readonly<Record<string, (work: Work) => void | Promise<void>>> = {
  WORKDIR: ({ text, stage }) => {
    stage.folder = join(stage.root, text);
  },
  COPY: copy,
  RUN: run,
  ENV: ({ text, stage }) => {
    for (const [name = "", value = ""] of text.split(/\s+/).map((pair) => pair.split("=")))
      stage.environment[name] = value;
  },
  EXPOSE: () => undefined,
  USER: ({ text, stage }) => {
    stage.user = text;
  },
  HEALTHCHECK: ({ text, stage }) => {
    stage.healthCheck = JSON.parse(text.slice(text.indexOf("CMD ") + 4)) as string[];
  },
  CMD: ({ text, stage }) => {
    stage.command = JSON.parse(text) as string[];
  },
};

/** A folder gives its contents, a file itself; into a folder, if the destination ends with `/`. */
function copy({ text, stage, stages, build }: Work): void {
  const words = text.split(/\s+/);
  const from = words[0]?.startsWith("--from=") ? words.shift()?.slice("--from=".length) : undefined;
  const root = from === undefined ? build.context : stages.get(from)?.root;
  if (root === undefined) throw new Error(`COPY ${text}: there is no stage ${from}.`);
  const isIgnored = from === undefined ? ignoredIn(build.context) : () => false;
  const destination = words.pop() ?? ".";
  for (const word of words) {
    const source = join(root, word);
    const inside = statSync(source).isFile() && destination.endsWith("/") ? basename(source) : "";
    const filter = (path: string): boolean => !isIgnored(relative(root, path).replaceAll("\\", "/"));
    cpSync(source, join(stage.folder, destination, inside), { recursive: true, verbatimSymlinks: true, filter });
  }
}

async function run({ text, stage, build }: Work): Promise<void> {
  if (text.startsWith("npm ci")) return build.install(stage.folder, text.split(/\s+/).slice(2));
  const path = [join(build.target, "bin"), process.env["PATH"]].join(delimiter);
  await execute("/bin/sh", ["-c", text], { cwd: stage.folder, env: { ...process.env, PATH: path } });
}

/** Reads `.dockerignore`: names, `*` within one, and `**` for any folders. */
function ignoredIn(context: string): (path: string) => boolean {
  const lines = readFileSync(join(context, ".dockerignore"), "utf8").split("\n");
  const patterns = lines.filter((line) => line !== "" && !line.startsWith("#")).map(patternOf);
  return (path) => patterns.some((pattern) => pattern.test(path));
}

function patternOf(line: string): RegExp {
  const escaped = line
    .replaceAll(".", String.raw`\.`)
    .replaceAll("**/", "<any>")
    .replaceAll("*", "[^/]*");
  return new RegExp(`^${escaped.replaceAll("<any>", "(?:.*/)?")}(?:/|$)`);
}
