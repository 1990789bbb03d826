import type { ModelDescriptor } from "../model/model-descriptor.js";

/** The subscriptions of a service: the model whose objects they are. */
export interface ServiceSubscriptions {
  readonly model: ModelDescriptor;
}

/** How a service sends changes to other programs. */
export interface SubscriptionOptions {
  /**
   * Addresses that changes may be sent to although they are not public, and without TLS: addresses and ranges such as `10.0.0.0/8`, `127.0.0.1`. Default
   * `CMGEN_SUBSCRIPTIONS_ALLOW` (a list with commas), else none.
   */
  readonly allow?: readonly string[];
}
