import type { Integer, Timestamp, Where } from "@cmgen/model";
import { valuesOf } from "@cmgen/runtime";
import { found } from "./errors.js";
import { articleModel, favoriteModel, type ArticleIndexes, type StoredArticle } from "./generated/v1/models.js";
import type { ArticleSpec } from "./models/article.js";
import { type Asking, followedOf, profileOf, type Profile } from "./profiles.js";

export interface ShownArticle extends Omit<ArticleSpec, "author"> {
  createdAt: Timestamp;
  favorited: boolean;
  favoritesCount: Integer;
  author: Profile;
}

export interface Articles {
  articles: Omit<ShownArticle, "body">[];
  articlesCount: Integer;
}

/** A part of a list. */
export interface Window {
  /** @minimum 1 @maximum 100 @default 20 */
  limit?: Integer;
  /** @minimum 0 @maximum 10000 @default 0 */
  offset?: Integer;
}

/** @throws {ApiError} `NotFound` */
export async function getArticle({ resource }: Pick<Asking, "resource">, slug: string): Promise<StoredArticle> {
  const { items } = await resource(articleModel).list({ where: { "spec.slug": slug }, size: 1 });
  return found(items[0], `article ${JSON.stringify(slug)}`);
}

/** @throws {ApiError} `NotFound` */
export async function showArticle(asking: Asking, slug: string): Promise<{ article: ShownArticle }> {
  const { articles } = await readArticles(asking, { "spec.slug": slug }, { page: 1, size: 1 });
  return { article: found(articles[0], `article ${JSON.stringify(slug)}`) };
}

/** Articles without their texts. */
export async function listArticles(asking: Asking, where: Selection, window: Window): Promise<Articles> {
  const { limit = 20, offset = 0 } = window;
  // Lists have pages: the smallest ones of which one has all that is asked for.
  let size = limit;
  while (Math.floor(offset / size) < Math.floor((offset + limit - 1) / size)) size += 1;
  const page = { page: Math.floor(offset / size) + 1, size };
  const { articles, total } = await readArticles(asking, where, page);
  const asked = articles.slice(offset % size, (offset % size) + limit);
  return { articles: asked.map((article) => ({ ...article, body: undefined })), articlesCount: total };
}

type Selection = Where<ArticleIndexes>;

/** A page of articles as who asks sees them, the newest first. */
async function readArticles(asking: Asking, where: Selection, page: { readonly page: number; readonly size: number }) {
  const { user, resource } = asking;
  const favorites = resource(favoriteModel);
  const { items, total, included, counts } = await resource(articleModel).list({
    where,
    ...page,
    include: ["spec.author"],
    counts: {
      favorites: valuesOf(favorites, "spec.article"),
      own: valuesOf(favorites, "spec.article", { "spec.user": user.name }),
    },
  });
  const authors = included["spec.author"];
  const followed = await followedOf(asking, Object.keys(authors));
  const articles = items.map(({ metadata: { name, creationTimestamp }, spec }): ShownArticle => {
    const [favorited, favoritesCount] = [counts.own[name] === 1, counts.favorites[name] ?? 0];
    const author = profileOf(authors[spec.author], followed.has(spec.author));
    const tagList = spec.tagList.toSorted();
    return { ...spec, tagList, createdAt: creationTimestamp, favorited, favoritesCount, author };
  });
  return { articles, total };
}
