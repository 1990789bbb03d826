import { setTimeout as delay } from "node:timers/promises";
import { ServiceProcess } from "../server/service-process.js";

/** How long a probe or a request waits. A process that was stopped never answers. */
const PROBE_MS = 1000;

/** One process of a service. */
export class Pod {
  readonly process: ServiceProcess;
  #url: string | undefined;

  /** @param command What Node.js runs, with its arguments. */
  constructor(command: readonly string[]) {
    this.process = new ServiceProcess(command);
    void this.process.url().then(
      (url) => (this.#url = url),
      () => undefined,
    );
  }

  /** Its URL, if it is ready now. */
  async readyUrl(): Promise<string | undefined> {
    if (this.#url === undefined || this.hasEnded) return undefined;
    const probe = fetch(`${this.#url}/readyz`, { signal: AbortSignal.timeout(PROBE_MS) });
    return (await probe.then(({ ok }) => ok).catch(() => false)) ? this.#url : undefined;
  }

  get hasEnded(): boolean {
    return this.process.child.exitCode !== null || this.process.child.signalCode !== null;
  }

  /** @throws {Error} with what it wrote, if it ends instead. */
  async ready(): Promise<void> {
    while ((await this.readyUrl()) === undefined) {
      if (this.hasEnded) throw new Error(`A process ended before it was ready: ${(await this.process.ended).error}`);
      await delay(50);
    }
  }
}

/** The processes of a service, of whatever release, as a load balancer that asks for their readiness sees them. */
export class Pods {
  readonly #pods = new Set<Pod>();
  #ready: readonly string[] = [];
  #next = 0;
  #isOpen = true;
  readonly #probing: Promise<void>;

  constructor() {
    this.#probing = this.#probe();
  }

  start(command: readonly string[]): Pod {
    const pod = new Pod(command);
    this.#pods.add(pod);
    return pod;
  }

  /** The URL of a process that was ready when it was last asked, another one each time; undefined if there is none. */
  get url(): string | undefined {
    return this.#ready[(this.#next += 1) % this.#ready.length];
  }

  async end(pod: Pod, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    await pod.process.end(signal);
    this.#pods.delete(pod);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#probing;
    await Promise.all([...this.#pods].map((pod) => this.end(pod, "SIGKILL")));
  }

  async #probe(): Promise<void> {
    while (this.#isOpen) {
      const urls = await Promise.all([...this.#pods].map((pod) => pod.readyUrl()));
      this.#ready = urls.filter((url) => url !== undefined);
      await delay(100);
    }
  }
}
