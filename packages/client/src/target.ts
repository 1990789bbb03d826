import type { ObjectState } from "@cmgen/model/internal";
import type { ResourceType } from "./client-options.js";
import type { Transport } from "./transport.js";

/** What every method needs: the way to the service, and the type it is about. */
export interface Target {
  readonly transport: Transport;
  readonly type: ResourceType;
  /** Path of the collection. */
  readonly collection: string;
  /** What a body says of its type. */
  readonly envelope: { readonly apiVersion: string; readonly kind: string };
  /** Path of the object of a name. */
  readonly pathOf: (name: string) => string;
  /** The entity tag of a state that was read; undefined without one. */
  readonly tagOf: (state: ObjectState | undefined) => string | undefined;
}
