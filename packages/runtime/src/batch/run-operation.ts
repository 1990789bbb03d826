import type { IncomingMessage } from "node:http";
import { collectionPath } from "@cmgen/model";
import { applied } from "@cmgen/model/internal";
import { ObjectAccess } from "../access/object-access.js";
import { cloneJson, type JsonObject } from "../document/json-object.js";
import type { Verb } from "../host/authorizer.js";
import { createWriteContext } from "../host/create-write-context.js";
import { notReadyError, type Service } from "../host/service.js";
import { admit, ruleVerbOf } from "../http/admit.js";
import { remoteAddressOf } from "../http/client-view.js";
import { requestOrigin } from "../http/request-origin.js";
import { createSent, patchSent, patchStatusSent, replaceSent, replaceStatusSent } from "../http/sent-writes.js";
import { deletionWarning } from "../http/warning.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { deleteObject } from "../resource/delete-object.js";
import type { ShownBytes } from "../resource/shown-bytes.js";
import type { WriteContext } from "../resource/write-context.js";
import type { BatchOperation } from "./batch-operation.js";
import type { GivenNames } from "./given-names.js";

/** What an operation has done. */
export interface OperationResult {
  /** As a request of its own would be answered. */
  readonly status: number;
  /** The object as the caller sees it, in JSON. */
  readonly data: Uint8Array;
  /** What the deleted object waits for. */
  readonly warning?: string | undefined;
}

/** Does the operations of one request. */
export class OperationRunner {
  readonly #service: Service;
  readonly #request: IncomingMessage;
  readonly #names: GivenNames;
  readonly #contexts = new Map<ModelDescriptor, WriteContext>();

  /** @param service whose store the operations write to. */
  constructor(service: Service, request: IncomingMessage, names: GivenNames) {
    this.#service = service;
    this.#request = request;
    this.#names = names;
  }

  /** @throws {ApiError} what the same request for one object would be answered with. */
  async run(operation: BatchOperation): Promise<OperationResult> {
    const { model } = operation;
    const notReady = this.#service.notReady(model);
    if (notReady !== undefined) throw notReadyError(notReady);
    const sent = operation.object && this.#filledIn(operation.object, model);
    const name = operation.name === undefined ? "" : this.#names.of(operation.name);
    switch (operation.op) {
      case "create":
        return this.#create(operation, sent);
      case "apply":
        return applied(
          () => this.#patch(operation, { name, patch: sent, isMerge: true }),
          () => this.#create(operation, this.#filledIn(operation.object ?? {}, model)),
        );
      case "replace":
        return this.#replace(operation, { name, body: sent });
      case "update":
        return this.#patch(operation, { name, patch: sent, isMerge: true });
      case "patch":
        return this.#patch(operation, { name, patch: operation.patch, isMerge: false });
      default: {
        const context = await this.#context(operation, "delete", name);
        const last = await deleteObject(context, name, operation.condition);
        return { ...shown(last), warning: deletionWarning(last) };
      }
    }
  }

  /** A copy: defaults are written into it. */
  #filledIn(object: JsonObject, model: ModelDescriptor): JsonObject {
    const copy = cloneJson(object);
    this.#names.fillIn(copy, model);
    return copy;
  }

  async #create(operation: BatchOperation, object: JsonObject | undefined): Promise<OperationResult> {
    const context = await this.#context(operation, "create", "");
    const { name, data } = await createSent(context, object);
    if (operation.as !== undefined) this.#names.set(operation.as, name);
    return { status: 201, data };
  }

  async #replace(
    operation: BatchOperation,
    sent: { readonly name: string; readonly body: unknown },
  ): Promise<OperationResult> {
    const context = await this.#context(operation, "update", sent.name);
    const replace = operation.subresource === "status" ? replaceStatusSent : replaceSent;
    return shown(await replace(context, sent, operation.condition));
  }

  async #patch(
    operation: BatchOperation,
    sent: { readonly name: string; readonly patch: unknown; readonly isMerge: boolean },
  ): Promise<OperationResult> {
    const context = await this.#context(operation, "patch", sent.name);
    const patch = operation.subresource === "status" ? patchStatusSent : patchSent;
    const result = shown(await patch(context, sent, operation.condition));
    if (operation.as !== undefined) this.#names.set(operation.as, sent.name);
    return result;
  }

  #contextOf(model: ModelDescriptor): WriteContext {
    const known = this.#contexts.get(model);
    if (known !== undefined) return known;
    const own = createWriteContext(this.#service, model);
    const context = { ...own, view: own.view.ofCallers };
    this.#contexts.set(model, context);
    return context;
  }

  /** @throws {ApiError} as for a request of its own, which the authorizer is asked about. */
  async #context({ model, subresource }: BatchOperation, verb: Verb, name: string): Promise<WriteContext> {
    const request = this.#request;
    const { group, version, plural } = model;
    const asked = { verb: ruleVerbOf(verb), subresource };
    const path = [collectionPath(model), name, subresource].filter((part) => part !== "").join("/");
    const session = await admit(this.#service, {
      request,
      wanted: { of: "resource", model, ...asked },
      attributes: () => ({
        verb,
        group,
        version,
        resource: plural,
        subresource,
        name,
        path,
        headers: request.headers,
        remoteAddress: remoteAddressOf(request),
      }),
    });
    const context = this.#contextOf(model);
    const origin = requestOrigin(request, verb);
    return {
      ...context,
      ...(origin !== undefined && { origin }),
      ...(session !== undefined && { access: new ObjectAccess(context.view, session, asked) }),
    };
  }
}

function shown({ data }: ShownBytes): OperationResult {
  return { status: 200, data };
}
