import { defineModel, index, type Extension } from "@cmgen/model";

export interface FollowSpec {
  follower: string;
  followee: string;
}

/** By what articles are selected: whom somebody follows. */
export interface Follow extends Extension<FollowSpec> {}

export default defineModel<Follow>({
  group: "lists.example.com",
  version: "v1",
  kind: "Follow",
  plural: "follows",
  singular: "follow",
  indexes: [index("spec.follower"), index("spec.followee")],
});
