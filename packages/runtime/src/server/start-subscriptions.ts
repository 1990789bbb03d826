import type { Service } from "../host/service.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";
import { SubscriptionRunner, type SubscriptionRunnerOptions } from "../subscription/subscription-runner.js";

/** Begins to deliver the subscriptions of a service, if it has any: as soon as no other process does. */
export function startSubscriptions(
  service: Service,
  { subscriptions }: PluginRegistry,
  options: Pick<SubscriptionRunnerOptions, "metrics" | "policy">,
): SubscriptionRunner | undefined {
  return subscriptions && new SubscriptionRunner({ ...options, ...subscriptions, service });
}
