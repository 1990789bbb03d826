import { defineModel, type Extension, type SubscriptionFields, type SubscriptionStatus } from "@cmgen/model";

export interface SubscriptionSpec extends SubscriptionFields {
  /** A field of the plugin's own. */
  note?: string;
}

export interface Subscription extends Extension<SubscriptionSpec, SubscriptionStatus> {}

export default defineModel<Subscription>({
  group: "notes.example.com",
  version: "v1",
  kind: "Subscription",
  plural: "subscriptions",
  singular: "subscription",
});
