import type { Terminal } from "../terminal.js";
import { readLogLine } from "./log-line.js";

/** How far the sources are with the service that runs. */
type Standing =
  | "starting"
  | "up to date"
  | "has problems: the last good version is serving"
  | "has problems: not running"
  | "ended";

/**
 * What `cmgen dev` shows: lines of the service and of itself in the order in which they happen and, on a terminal, one line below them
 * that says how things stand.
 */
export class DevScreen {
  readonly #terminal: Terminal;
  readonly #plugins = new Map<string, string>();
  #url = "";
  #standing: Standing = "starting";

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Shows a line that the service printed. */
  logLine(line: string): void {
    const { text, url, plugin } = readLogLine(line, this.#terminal.color);
    this.#terminal.out(`${text}\n`);
    if (url !== undefined) this.#url = url;
    if (plugin !== undefined) this.#plugins.set(plugin.name, plugin.state);
    this.#show();
  }

  /** Another service starts. */
  starts(): void {
    this.#plugins.clear();
    this.#url = "";
    this.stands("starting");
  }

  stands(standing: Standing): void {
    this.#standing = standing;
    this.#show();
  }

  /** Shows what is done at the moment in place of how things stand; `""` ends it. */
  does(what: string): void {
    if (what === "") this.#show();
    else this.#terminal.showProgress?.(what);
  }

  /** Leaves nothing below the last line. */
  close(): void {
    this.#terminal.showProgress?.("");
  }

  #show(): void {
    const plugins = [...this.#plugins].map(([name, state]) => `${name} ${state}`);
    // What a narrow terminal cuts off comes last.
    const parts = [this.#standing, ...(this.#url === "" ? [] : [this.#url]), "Ctrl-C ends it", ...plugins];
    this.#terminal.showProgress?.(`cmgen dev · ${parts.join(" · ")}`);
  }
}
