import type { Send } from "@cmgen/mcp";
import { serveOverStdio } from "@cmgen/mcp/stdio";
import { durationMs } from "@cmgen/model/internal";

import { exitCode, type ExitCode } from "../exit-code.js";
import { readDuration } from "../read-duration.js";
import { boundedFetch } from "../server/bounded-fetch.js";
import { chooseServer } from "../server/choose-server.js";
import type { ConnectOptions } from "../server/connect.js";
import type { Terminal } from "../terminal.js";

export interface ServeToolsOptions extends ConnectOptions {
  readonly writes: boolean;
}

/** Serves tools until standard input ends; see the command. Standard output has nothing but the protocol. */
export async function serveTools(options: ServeToolsOptions, { workingFolder }: Terminal): Promise<ExitCode> {
  const { url, token, headers: given } = chooseServer(options, workingFolder);
  const timeoutMs = durationMs(readDuration(options.timeout, "timeout")) ?? 0;
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const send: Send = ({ path, headers, signal, ...rest }) => {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    return boundedFetch(url + path, { ...rest, headers: { ...headers, ...authorization, ...given }, signal: ended });
  };
  await serveOverStdio({ send, writes: options.writes });
  return exitCode.ok;
}
