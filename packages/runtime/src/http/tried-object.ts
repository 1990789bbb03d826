import type { IncomingMessage } from "node:http";

/** An object that a request is about without having its path. */
export interface TriedObject {
  readonly group: string;
  readonly plural: string;
  readonly name: string;
}

const tried = new WeakMap<IncomingMessage, TriedObject>();

/** Notes what a request is about, for the audit of those that are refused. */
export function noteTried(request: IncomingMessage, { group, plural, name }: TriedObject): void {
  tried.set(request, { group, plural, name });
}

export function triedObjectOf(request: IncomingMessage): TriedObject | undefined {
  return tried.get(request);
}

/** One of several operations of a request, which was refused. */
export interface RefusedOperation {
  readonly status: number;
  readonly object: TriedObject;
}

const refused = new WeakMap<IncomingMessage, RefusedOperation[]>();

/** Notes an operation that was refused, for the audit: the request itself may be answered with 200. */
export function noteRefused(request: IncomingMessage, operation: RefusedOperation): void {
  const known = refused.get(request);
  if (known === undefined) refused.set(request, [operation]);
  else known.push(operation);
}

export function refusedOperationsOf(request: IncomingMessage): readonly RefusedOperation[] {
  return refused.get(request) ?? [];
}
