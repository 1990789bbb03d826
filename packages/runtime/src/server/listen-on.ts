import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ConfigurationError } from "../error/configuration-error.js";

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Has a server listen, and returns its URL.
 *
 * @throws {ConfigurationError} when it cannot listen on the address.
 */
export async function listenOn(server: Server, { host, port }: ListenAddress): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
    server.listen({ host, port }, resolve);
  });
  // A server that listens on a host and a port has an address of both.
  const { address, family, port: actual } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${actual}`;
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const fix: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is in use. Stop what listens there, or set PORT to another.`,
    EACCES: `This process may not listen on port ${port} of ${host}. Set PORT to 1024 or more.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one it has.`,
    ENOTFOUND: `The host ${host} was not found. Set HOST to an address of this machine.`,
  };
  const message = fix[error.code ?? ""];
  return message === undefined ? error : new ConfigurationError(message, { cause: error });
}
