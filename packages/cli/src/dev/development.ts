import { relative, sep } from "node:path";

import { generate, type GenerateResult, RunMemory } from "@cmgen/generator";

import type { PluginPlace } from "../plugin-place.js";
import { reportFailure } from "../report-failure.js";
import type { Terminal } from "../terminal.js";
import { generateAgain, type Generation } from "../watch/generate-again.js";
import { foldersBelow, sourceListing } from "../watch/source-listing.js";
import { stageClock } from "../report/stage-clock.js";
import { compile } from "../compile.js";
import { buildExtensions } from "../console/build-console.js";
import { compiledServer, folderOfCompiled } from "./compiled-server.js";
import { DevScreen } from "./dev-screen.js";
import { ServerProcess } from "./server-process.js";

export interface DevelopmentOptions {
  readonly place: PluginPlace;
  readonly terminal: Terminal;
  /** The compiled module that starts the service, relative to the plugin, if it is not the generated one. */
  readonly entry: string | undefined;
  /** Aborted when the command ends. */
  readonly signal: AbortSignal;
}

/** A plugin and its running service, which is replaced only by one that was generated and compiled without errors. */
export class Development {
  readonly #options: DevelopmentOptions;
  readonly #root: string;
  readonly #generate: () => Promise<Generation>;
  readonly #server: ServerProcess;
  readonly #screen: DevScreen;
  /** The folder that the compiler writes to, if it holds no sources; the first segment of its path. `dist` is never looked at. */
  #compiled: string | undefined;
  #builtFrom: string | undefined;
  #startedFrom: string | undefined;

  constructor(options: DevelopmentOptions) {
    const { place, terminal, signal } = options;
    this.#options = options;
    this.#root = place.root;
    this.#screen = new DevScreen(terminal);
    const memory = new RunMemory();
    const stages = stageClock({ showProgress: (line) => this.#screen.does(line) });
    const run = (): Promise<GenerateResult> =>
      stages.during(({ onStage }) =>
        generate(this.#root, { config: place.configFile, onStage, time: terminal.now(), memory }),
      );
    this.#generate = generateAgain(place, run, terminal);
    this.#server = new ServerProcess({ root: this.#root, terminal, screen: this.#screen, signal });
  }

  /** Brings the service up to date with the sources. Problems are reported. Returns the folders the models are read from. */
  async update(): Promise<readonly string[]> {
    const result = await this.#generate();
    const folders = result?.folders ?? [];
    const { place, entry, terminal } = this.#options;
    if (result?.status === "written") this.#compiled = await folderOfCompiled(place, entry);
    // Writing generated files causes another update, which has nothing left to do.
    const sources = sourceListing([
      ...foldersBelow(this.#root).filter((folder) => !this.#isCompiled(folder)),
      ...folders,
    ]);
    if (sources === this.#builtFrom) return folders;
    this.#builtFrom = sources;
    try {
      const built = result?.status === "written" && (await this.#compile());
      if (built) await this.#restart();
      else this.#keep();
    } catch (error) {
      await reportFailure(error, terminal);
    }
    return folders;
  }

  #isCompiled(folder: string): boolean {
    return this.#compiled !== undefined && relative(this.#root, folder).split(sep, 1)[0] === this.#compiled;
  }

  /** Ends the service. */
  async stop(): Promise<void> {
    this.#screen.does("Ending the service …");
    await this.#server.stop();
    this.#screen.close();
  }

  async #compile(): Promise<boolean> {
    const { terminal, signal } = this.#options;
    this.#screen.does("Compiling …");
    const compilation = { signal, print: (text: string): void => terminal.error(text), color: terminal.color };
    if (!(await compile(this.#root, compilation))) return false;
    return (await buildExtensions(this.#options.place, compilation)) !== undefined;
  }

  /** The service stays as it is. */
  #keep(): void {
    const { isRunning } = this.#server;
    this.#say(`The service ${isRunning ? "keeps running without this change" : "is not running"}.`);
    this.#screen.stands(`has problems: ${isRunning ? "the last good version is serving" : "not running"}`);
  }

  async #restart(): Promise<void> {
    const { entry, hash } = await compiledServer(this.#options.place, this.#options.entry);
    const { isRunning } = this.#server;
    if (hash === this.#startedFrom && isRunning) return this.#screen.stands("up to date");
    if (this.#options.signal.aborted) return;
    if (isRunning) this.#say("Restarting the service.");
    this.#startedFrom = hash;
    await this.#server.restart(entry);
    this.#screen.stands("up to date");
  }

  #say(text: string): void {
    if (!this.#options.signal.aborted) this.#options.terminal.error(`${text}\n`);
  }
}
