import { defineModel, type Extension, type Ref } from "@cmgen/model";
import type { User } from "./user.js";

export interface FollowSpec {
  follower: Ref<User, { onDelete: "cascade" }>;
  followee: Ref<User, { onDelete: "cascade" }>;
}

export type Follow = Extension<FollowSpec>;
export default defineModel<Follow>({ internal: true });
