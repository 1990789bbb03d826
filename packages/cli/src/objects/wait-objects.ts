import { durationMs } from "@cmgen/model/internal";

import { exitCode, type ExitCode } from "../exit-code.js";
import { withService, type Connection, type ConnectOptions } from "../server/connect.js";
import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import { assertMeant, meantObjects, type MeantOptions, type NamedObject } from "./meant-objects.js";
import { findObject } from "./read-objects.js";
import type { ServedObject } from "./served-object.js";
import { fullName, readResources } from "./served-resource.js";
import { deletion, readWaitCondition, type WaitCondition } from "./wait-condition.js";
import { waitFor, type Awaited } from "./wait-for.js";

export interface WaitOptions extends ConnectOptions, MeantOptions {
  readonly for: string;
}

/** Waits for the objects that are named or selected; see the command. */
export function waitForObjects(options: WaitOptions, terminal: Terminal): Promise<ExitCode> {
  assertMeant(options);
  const condition = readWaitCondition(options.for);
  return withService(options, terminal, async (connection) => {
    const awaited: Awaited[] = [];
    let count = 0;
    for await (const named of meantObjects(connection, await readResources(connection.transport), options)) {
      count += 1;
      const { resource, name, object = await objectToGo(connection, named, condition) } = named;
      const uid = object?.metadata.uid;
      if (condition.isMet(object, uid)) terminal.out(doneLine({ resource, name, condition }));
      else awaited.push({ resource, name, uid, condition });
    }
    if (count === 0) terminal.error("No objects found.\n");
    const late = await waitForAll(connection, awaited, { timeout: options.timeout, terminal });
    return late === 0 ? exitCode.ok : exitCode.notNow;
  });
}

/** What is deleted by name is the object of now. Of other objects nothing is known until they are followed. */
async function objectToGo(
  connection: Connection,
  { resource, name }: NamedObject,
  condition: WaitCondition,
): Promise<ServedObject | undefined> {
  return condition === deletion ? findObject(connection, resource, name) : undefined;
}

function doneLine({ resource, name, condition }: Awaited): string {
  return `${printable(`${fullName(resource, name)} ${condition.done}`)}\n`;
}

/** How long to wait for all of them together, and where to report. */
export interface WaitLimits {
  readonly timeout: string;
  readonly terminal: Pick<Terminal, "now" | "error" | "out">;
}

/** Waits for one after another, and returns for how many the time was too short: those are reported, with what is in the way. */
export async function waitForAll(
  connection: Connection,
  awaited: readonly Awaited[],
  { timeout, terminal }: WaitLimits,
): Promise<number> {
  const signal = AbortSignal.timeout(durationMs(timeout) ?? 0);
  let late = 0;
  for (const each of awaited) {
    if (!signal.aborted && (await waitFor(connection, each, signal))) {
      terminal.out(doneLine(each));
      continue;
    }
    // Of this one it may hold for a long time by now: only those before it were waited for.
    const last = await findObject(connection, each.resource, each.name);
    if (each.condition.isMet(last, each.uid)) {
      terminal.out(doneLine(each));
      continue;
    }
    const called = fullName(each.resource, each.name);
    late += 1;
    terminal.error(`${printable(`After ${timeout} ${called} ${each.condition.late(last, terminal.now())}`)}.\n`);
  }
  return late;
}
