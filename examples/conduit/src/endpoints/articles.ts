import { defineEndpoints, del, get, post, put, skip, typed, valuesOf } from "@cmgen/runtime";
import { type Articles, getArticle, listArticles, showArticle, type ShownArticle, type Window } from "../articles.js";
import { errorAnswer } from "../errors.js";
import { articleModel, favoriteModel, followModel, userModel } from "../generated/v1/models.js";
import type { ArticleSpec } from "../models/article.js";
import { findUser } from "../profiles.js";

type Written = Pick<ArticleSpec, "title" | "description" | "body" | "tagList">;

export interface Listing {
  query: Window & { tag?: string; author?: string; favorited?: string };
  response: Articles;
}

export interface OneArticle {
  response: { article: ShownArticle };
}

export interface Creation extends OneArticle {
  body: { article: Omit<Written, "tagList"> & Partial<Written> };
  status: 201;
}

export interface Change extends OneArticle {
  body: { article: Partial<Written> };
}

/** Differs from that of other articles with the title. */
function slugOf(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...words.join("-").slice(0, 100).split("-"), Date.now().toString(36)].join("-");
}

export default defineEndpoints({
  path: "/api",
  problem: errorAnswer,
  routes: [
    get("/articles", typed<Listing>(), async ({ query: { tag, author, favorited, ...window }, user, resource }) => {
      const authors = valuesOf(resource(userModel), "metadata.name", { "spec.username": author ?? skip });
      const favorer = favorited === undefined ? undefined : await findUser({ user, resource }, favorited);
      const byFavorer = { "spec.user": favorer?.metadata.name ?? "" };
      const favorites = valuesOf(resource(favoriteModel), "spec.article", byFavorer);
      const where = {
        "spec.tagList": tag ?? skip,
        "spec.author": author === undefined ? skip : { in: authors },
        "metadata.name": favorited === undefined ? skip : { in: favorites },
      };
      return listArticles({ user, resource }, where, window);
    }),

    get("/articles/feed", typed<{ query: Window; response: Articles }>(), ({ query, user, resource }) => {
      const authors = valuesOf(resource(followModel), "spec.followee", { "spec.follower": user.name });
      return listArticles({ user, resource }, { "spec.author": { in: authors } }, query);
    }),

    get("/articles/{slug}", typed<OneArticle>(), ({ params, user, resource }) =>
      showArticle({ user, resource }, params.slug),
    ),

    post("/articles", typed<Creation>(), async ({ body: { article }, user, resource }) => {
      const slug = slugOf(article.title);
      const spec = { tagList: [], ...article, slug, author: user.name, updatedAt: new Date().toISOString() };
      await resource(articleModel).create({ spec });
      return showArticle({ user, resource }, slug);
    }),

    put("/articles/{slug}", typed<Change>(), async ({ params, body: { article }, user, resource }) => {
      const { metadata, spec } = await getArticle({ resource }, params.slug);
      const slug = article.title === undefined ? spec.slug : slugOf(article.title);
      const updatedAt = new Date().toISOString();
      await resource(articleModel).update(metadata.name, { spec: { ...article, slug, updatedAt } });
      return showArticle({ user, resource }, slug);
    }),

    del("/articles/{slug}", typed<{ status: 204 }>(), async ({ params, resource }) => {
      const { metadata } = await getArticle({ resource }, params.slug);
      await resource(articleModel).delete(metadata.name);
    }),

    post("/articles/{slug}/favorite", typed<OneArticle>(), async ({ params, user, resource }) => {
      const article = (await getArticle({ resource }, params.slug)).metadata.name;
      const name = `${user.name}-${article}`;
      await resource(favoriteModel).apply({ metadata: { name }, spec: { user: user.name, article } });
      return showArticle({ user, resource }, params.slug);
    }),

    del("/articles/{slug}/favorite", typed<OneArticle>(), async ({ params, user, resource }) => {
      const article = (await getArticle({ resource }, params.slug)).metadata.name;
      await resource(favoriteModel).deleteMany({ where: { "spec.user": user.name, "spec.article": article } });
      return showArticle({ user, resource }, params.slug);
    }),

    get("/tags", typed<{ response: { tags: string[] } }>(), async ({ resource }) => {
      const { groups } = await resource(articleModel).aggregate({ groupBy: "spec.tagList" });
      return { tags: groups.flatMap((group) => group.by["spec.tagList"] ?? []) };
    }),
  ],
});
