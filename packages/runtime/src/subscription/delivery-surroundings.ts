import type { LogPosition } from "@cmgen/store";
import type { Service } from "../host/service.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { VersionView } from "../version/version-view.js";
import type { AddressPolicy } from "./address-policy.js";
import type { CreatorSessions } from "./creator-sessions.js";
import type { SendSlots } from "./send-slots.js";
import type { SubscriptionMetrics } from "./subscription-metrics.js";
import type { SubscriptionStatuses } from "./subscription-statuses.js";

/** What the subscriptions of a service share. */
export interface DeliverySurroundings {
  readonly service: Service;
  readonly sessions: CreatorSessions;
  readonly statuses: SubscriptionStatuses;
  readonly slots: SendSlots;
  readonly policy: AddressPolicy;
  readonly metrics: SubscriptionMetrics;
  readonly viewOf: (model: ModelDescriptor) => VersionView;
  /** Saves a position at once. */
  readonly save: (uid: string, position: LogPosition) => Promise<void>;
}
