import type { Integer } from "@cmgen/model";
import { defineEndpoints, del, get, post, typed } from "@cmgen/runtime";
import { getArticle } from "../articles.js";
import { errorAnswer } from "../errors.js";
import { articleModel, commentModel, userModel, type StoredComment } from "../generated/v1/models.js";
import { followedOf, profileOf, type Profile } from "../profiles.js";

export interface ShownComment {
  id: Integer;
  createdAt: string;
  updatedAt: string;
  body: string;
  author: Profile;
}

export interface Comments {
  response: { comments: ShownComment[] };
}

export interface Creation {
  body: { comment: { body: string } };
  response: { comment: ShownComment };
  status: 201;
}

function shown({ metadata, spec }: StoredComment, author: Profile): ShownComment {
  const createdAt = metadata.creationTimestamp;
  return { id: spec.number, createdAt, updatedAt: createdAt, body: spec.body, author };
}

export default defineEndpoints({
  path: "/api",
  problem: errorAnswer,
  routes: [
    get("/articles/{slug}/comments", typed<Comments>(), async ({ params, user, resource }) => {
      const article = (await getArticle({ resource }, params.slug)).metadata.name;
      const { items, included } = await resource(commentModel).list({
        where: { "spec.article": article },
        size: 1000,
        include: ["spec.author"],
      });
      const authors = included["spec.author"];
      const followed = await followedOf({ user, resource }, Object.keys(authors));
      const profile = (name: string) => profileOf(authors[name], followed.has(name));
      return { comments: items.map((comment) => shown(comment, profile(comment.spec.author))) };
    }),

    post("/articles/{slug}/comments", typed<Creation>(), async ({ params, body, user, resource }) => {
      const article = (await getArticle({ resource }, params.slug)).metadata.name;
      // The comment and its number, together: no two comments get the same.
      const comment = await resource.asPlugin().transaction(async (tx) => {
        const number = ((await tx(articleModel).get(article)).status?.comments ?? 0) + 1;
        await tx(articleModel).status.update(article, { comments: number });
        const spec = { article, author: user.name, number, body: body.comment.body };
        return tx(commentModel).create({ metadata: { name: `${article}-${number}` }, spec });
      });
      return { comment: shown(comment, profileOf(await resource(userModel).get(user.name), false)) };
    }),

    del("/articles/{slug}/comments/{id}", typed<{ status: 204 }>(), async ({ params, resource }) => {
      const { metadata } = await getArticle({ resource }, params.slug);
      await resource(commentModel).delete(`${metadata.name}-${params.id}`);
    }),
  ],
});
