import type { IncomingMessage } from "node:http";
import type { Verb } from "../host/authorizer.js";
import type { BodyShare } from "../host/body-budget.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { WriteContext } from "../resource/write-context.js";
import type { ChangeSource } from "../watch/change-source.js";
import type { Answer } from "./answer.js";

/** An authorized request for a resource. */
export interface ResourceRequest {
  readonly context: WriteContext;
  readonly request: IncomingMessage;
  readonly changes: ChangeSource;
  /** Aborted when the caller disconnects; created on first use. */
  readonly signal: () => AbortSignal;
  /** Counts the bytes of the body; created on first use. */
  readonly bodies: () => BodyShare;
  /** Throws unless the caller may list objects of another model, which an answer would show. */
  readonly assertListable: (model: ModelDescriptor) => Promise<void>;
  /** The object's name; empty for the collection. */
  readonly name: string;
  /** The version in the object's history, as the path has it; empty elsewhere. */
  readonly version: string;
  /** The query as sent, without the `?`. */
  readonly query: string;
}

/** An operation on a resource. */
export interface Operation {
  readonly verb: Verb;
  readonly run: (request: ResourceRequest) => Promise<Answer>;
  /** Whether it needs one object and nothing else, so that it is answered while the objects are changed and indexes are built. */
  readonly isOfOne?: true;
  /** Whether it can be answered by lines of JSON, too. */
  readonly hasLines?: true;
}
