import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../../scripts/steps/free-port.mjs";
import type { DockerStage } from "./docker-image.js";

/** A container of an image that was made without Docker: its command in its folder, with its environment. */
export class ImageProcess {
  readonly child: ChildProcess;
  readonly url: string;
  output = "";

  private constructor(image: DockerStage, port: number, environment: Readonly<Record<string, string>>) {
    const own = { PATH: process.env["PATH"] ?? "", ...image.environment, PORT: String(port) };
    const [, ...args] = image.command;
    this.child = spawn(process.execPath, args, {
      cwd: image.folder,
      env: { ...own, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(image: DockerStage, environment: Readonly<Record<string, string>>): Promise<ImageProcess> {
    return new ImageProcess(image, await freePort(), environment);
  }

  /** The status of an answer; `undefined` where there is none. */
  async status(path: string, authorization?: string): Promise<number | undefined> {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await fetch(this.url + path, { headers }).catch(() => undefined);
    await response?.body?.cancel();
    return response?.status;
  }

  async end(signal: "SIGTERM" | "SIGKILL"): Promise<readonly unknown[]> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return [];
    const ended = once(this.child, "exit");
    this.child.kill(signal);
    return ended;
  }
}
