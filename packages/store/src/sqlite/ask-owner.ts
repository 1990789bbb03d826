import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Command } from "../commands.js";
import type { CommandReply, CommandRequest } from "./command-socket.js";
import type { FileOwner } from "./file-owner.js";

/** How long a process may take to begin a command. One that was stopped never does. */
const BEGIN_MILLISECONDS = 10_000;

export interface OwnerAnswer {
  readonly answer: unknown;
}

/**
 * Asks the process that has a database file to do a command.
 *
 * @returns undefined if that process does not answer commands: it has ended, it begins or it stops.
 * @throws {Error} for a command that fails, in the words of that process, and where its answer does not come.
 */
export async function askOwner(owner: FileOwner, command: Command): Promise<OwnerAnswer | undefined> {
  const socket = connect(owner.socket);
  try {
    try {
      await once(socket, "connect");
    } catch {
      return undefined;
    }
    return await converse(socket, owner, command);
  } finally {
    socket.destroy();
  }
}

async function converse(socket: Socket, owner: FileOwner, { name, input, told }: Command): Promise<OwnerAnswer> {
  const who = `process ${owner.processId} on ${owner.host}, which has the database`;
  const silent = setTimeout(
    () => socket.destroy(new Error(`The ${who}, does not answer; is it stopped?`)),
    BEGIN_MILLISECONDS,
  );
  try {
    socket.write(`${JSON.stringify({ key: owner.key, name, input } satisfies CommandRequest)}\n`);
    for await (const line of linesOf(socket)) {
      clearTimeout(silent);
      const reply = JSON.parse(line) as CommandReply;
      if ("answer" in reply) return reply;
      if ("error" in reply) throw Object.assign(new Error(reply.error.message), { name: reply.error.name });
      if ("event" in reply) told?.(reply.event);
    }
    throw new Error(`The ${who}, ended before it had done this. Run it again`);
  } finally {
    clearTimeout(silent);
  }
}

async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of socket.setEncoding("utf8")) {
    const lines = `${rest}${String(chunk)}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
