import { defineModel, type Extension, type Ref } from "@cmgen/model";
import type { Article } from "./article.js";
import type { User } from "./user.js";

export interface FavoriteSpec {
  user: Ref<User, { onDelete: "cascade" }>;
  article: Ref<Article, { onDelete: "cascade" }>;
}

export type Favorite = Extension<FavoriteSpec>;
export default defineModel<Favorite>({ internal: true });
