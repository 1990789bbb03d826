import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Command } from "../commands.js";
import type { CommandReply, CommandRequest } from "./command-socket.js";
import { FileInUseError, type FileOwner } from "./file-owner.js";
import { HeldFile } from "./held-file.js";

/**
 * Does a command in the process that has a database file, or here, where none has it: `here` is called while this process has the file.
 *
 * @throws {FileInUseError} if another process has the file for as long as this one waits, and answers no commands.
 */
export async function inOwner<Result>(
  file: string,
  command: Command,
  here: (held: HeldFile) => Promise<Result>,
): Promise<{ readonly here: Result } | OwnerAnswer> {
  let last: FileOwner | undefined;
  for await (const { held, owner } of HeldFile.tries(file)) {
    if (held !== undefined) {
      try {
        return { here: await here(held) };
      } finally {
        held.release();
      }
    }
    const answered = owner && (await askOwner(owner, command));
    if (answered !== undefined) return answered;
    last = owner;
  }
  throw new FileInUseError(file, last);
}

/** How long a process may take to begin a command. One that was stopped never does. */
const BEGIN_MILLISECONDS = 10_000;

interface OwnerAnswer {
  readonly answer: unknown;
}

/**
 * Asks the process that has a database file to do a command.
 *
 * @returns undefined if that process does not answer commands: it has ended, it begins or it stops.
 * @throws {Error} for a command that fails, in the words of that process, and where its answer does not come.
 */
async function askOwner(owner: FileOwner, command: Command): Promise<OwnerAnswer | undefined> {
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
