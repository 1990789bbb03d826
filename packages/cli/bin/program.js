import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { isatty } from "node:tty";

/**
 * Runs a command line in this process, and sets its exit code.
 *
 * @param {readonly string[]} args What follows `cmgen`.
 * @param {{ isCreate?: boolean }} [call] Whether `create-cmgen` was called.
 */
export async function runProgram(args, { isCreate = false } = {}) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(
      `cmgen: Node.js 20.19 or later is needed, and this is ${process.versions.node}. Install a newer one.\n`,
    );
    process.exit(3);
  }
  if (!existsSync(new URL("../dist/main.js", import.meta.url))) {
    process.stderr.write("cmgen: It is not built yet. Run `npm run build` in its clone.\n");
    process.exit(4);
  }
  // Node 22 keeps compiled code between runs; Node 20 does not know how.
  nodeModule.enableCompileCache?.();
  // Whoever reads the output may have enough of it, as `head` has.
  process.stdout.on("error", (error) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  // Not `process.stdin.isTTY`, which opens the stream.
  const isInteractive = isatty(0) && isatty(1);
  const [{ main }, { progressLine }] = await Promise.all([
    import("../dist/main.js"),
    import("../dist/progress-line.js"),
  ]);
  const progress = progressLine(process.stderr, process.env);
  /** @param {NodeJS.WriteStream} stream */
  const writing = (stream) => (/** @type {string} */ text) =>
    progress === undefined ? void stream.write(text) : progress.above(text, (part) => void stream.write(part));
  process.exitCode = await main(args, {
    workingFolder: process.cwd(),
    repository: process.env["GITHUB_WORKSPACE"],
    userAgent: process.env["npm_config_user_agent"],
    isCreate,
    out: writing(process.stdout),
    error: writing(process.stderr),
    showProgress: progress?.show,
    now: () => new Date(),
    ask: isInteractive ? ask : undefined,
    askSecret: isInteractive ? askSecret : undefined,
    prompts: isInteractive ? { input: process.stdin, output: process.stdout } : undefined,
    input: readInput,
    inputBytes: () => process.stdin,
    drained,
    interrupted: () => {
      const controller = new AbortController();
      // Not `once`: npm forwards the SIGINT that the terminal has sent already. The second one must not interrupt the shutdown.
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => controller.abort());
      return controller.signal;
    },
    // Some terminals report 0.
    columns: process.stderr.columns || 100,
    color: process.stderr.isTTY === true && (process.env["NO_COLOR"] ?? "") === "",
  });
}

/** @param {string} question */
async function ask(question) {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-C and Ctrl-D end a question, and what was asked for with it.
  const cancel = () => process.exit(130);
  lines.once("SIGINT", cancel).once("close", cancel);
  try {
    const answer = await lines.question(question);
    lines.off("close", cancel);
    return answer;
  } finally {
    lines.close();
  }
}

/**
 * Asks for a line that nobody sees.
 * @param {string} question
 */
async function askSecret(question) {
  const [{ createInterface }, { Writable }] = await Promise.all([
    import("node:readline/promises"),
    import("node:stream"),
  ]);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  // With `terminal` it is Node that echoes what is typed, to `unseen`.
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  lines.on("SIGINT", () => process.exit(130));
  process.stdout.write(question);
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stdout.write("\n");
  }
}

async function readInput() {
  const { text } = await import("node:stream/consumers");
  return text(process.stdin);
}

async function drained() {
  const { once } = await import("node:events");
  if (process.stdout.writableNeedDrain) await once(process.stdout, "drain");
}
