import type { IncomingMessage } from "node:http";
import type { Caller } from "../../access/caller.js";
import type { Service } from "../../host/service.js";
import { sessionOf } from "../../http/admit.js";
import { calledOrigin } from "../../http/client-view.js";
import { splitTarget } from "../../http/request-target.js";
import type { TenantRequest } from "./tenant-options.js";

/** A request that the front has let in. */
export class ArrivedRequest implements TenantRequest {
  readonly #request: IncomingMessage;
  readonly #home: Service;

  constructor(request: IncomingMessage, home: Service) {
    this.#request = request;
    this.#home = home;
  }

  get host(): string {
    return new URL(calledOrigin(this.#request)).hostname.toLowerCase();
  }

  get path(): string {
    return splitTarget(this.#request.url ?? "/").path;
  }

  get headers(): TenantRequest["headers"] {
    return this.#request.headers;
  }

  /** Also without the object that it is of. */
  readonly caller = (): Promise<Caller | undefined> => callerOf(this.#request, this.#home);
}

/** Who makes a request, as the service knows callers; undefined for a caller without credentials. */
export async function callerOf(request: IncomingMessage, home: Service): Promise<Caller | undefined> {
  const session = await sessionOf(home, request);
  return session?.identity === undefined ? undefined : session.caller;
}
