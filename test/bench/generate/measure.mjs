import { spawnSync } from "node:child_process";

/** Runs a script as a process of its own: how long that took from start to end, and the most memory it held. */
export function measure(script, args, folder) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", reporter, script, ...args], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`${script} ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
  const [, kilobytes] = /maxRSS=(\d+)/.exec(stderr) ?? [];
  return { seconds, megabytes: Number(kilobytes) / 1024 };
}

/** Loaded before the script: prints the process's memory when it ends. */
const report = 'process.on("exit", () => process.stderr.write(`maxRSS=${process.resourceUsage().maxRSS}\\n`))';
const reporter = `data:text/javascript,${encodeURIComponent(report)}`;
