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
