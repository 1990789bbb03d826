/** A type of a package that others publish, as a plugin author would use it. */
export interface PublishedType {
  readonly declare?: string;
  readonly type: string;
  /** Whether the property is tagged, since the package leaves something open that nobody can tag there. */
  readonly isOpen?: boolean;
  /** The diagnostic that says why the type cannot be used. */
  readonly refused?: string;
  /** The schema of a Prisma Client that is generated into the plugin, as `src/prisma-client`. */
  readonly prisma?: string;
  /** Whether members of string enums are among its values: JSON has their texts, and TypeScript wants their names. */
  readonly hasEnums?: boolean;
}

/** What is installed, in versions that were read when the outcomes below were checked. */
export const packages: Readonly<Record<string, string>> = {
  "@anthropic-ai/sdk": "1.12.0",
  "@figma/rest-api-spec": "0.43.0",
  "@notionhq/client": "5.26.0",
  "@octokit/openapi-types": "29.0.1",
  "@slack/types": "3.2.0",
  "@types/har-format": "1.2.16",
  "@types/json-schema": "7.0.15",
  "@types/spotify-api": "0.0.26",
  csstype: "3.2.4",
  "discord-api-types": "0.38.57",
  "json-schema-faker": "0.6.3",
  "kubernetes-types": "1.30.0",
  openai: "6.49.0",
  "openapi3-ts": "4.6.2",
  "schema-dts": "2.1.0",
  stripe: "23.1.0",
  "@prisma/client": "7.10.0",
  "@aws-sdk/client-s3": "3.1175.0",
  "@kubernetes/client-node": "2.0.1",
  "@octokit/webhooks-types": "7.6.1",
  arktype: "2.2.9",
  "drizzle-orm": "0.45.4",
  effect: "4.1.0",
  "openapi-types": "12.1.3",
  valibot: "1.5.0",
  zod: "4.6.7",
  "type-fest": "5.10.0",
  vega: "6.4.0",
  "vega-lite": "6.4.3",
};

const github = `import type { components, operations } from "@octokit/openapi-types";`;
const discord = (name: string): PublishedType => ({
  declare: `import type { ${name} } from "discord-api-types/v10";`,
  type: name,
  hasEnums: true,
});
const kubernetes = (name: string, module: string): PublishedType => ({
  declare: `import type { ${name} } from "kubernetes-types/${module}/v1.js";`,
  type: name,
});

const openapi = (type: string): PublishedType => ({
  declare: `import type { OpenAPIV3, OpenAPIV3_1 } from "openapi-types";`,
  type,
  isOpen: true,
});

const prisma = `datasource db {
  provider = "sqlite"
}

generator client {
  provider = "prisma-client"
}

enum Role {
  ADMIN
  USER
}

model User {
  id    Int     @id
  email String  @unique
  name  String?
  role  Role    @default(USER)
  posts Post[]
}

model Post {
  id       Int      @id
  title    String
  score    Float
  author   User     @relation(fields: [authorId], references: [id])
  authorId Int
}

model Visit {
  id Int      @id
  at DateTime
}
`;
const ofPrisma = (type: string): PublishedType => ({
  declare: `import type { Prisma } from "../prisma-client/client.js";`,
  type,
  prisma,
});

/** By name, which is that of the plugin's folder. */
export const publishedTypes: Readonly<Record<string, PublishedType>> = {
  pod: kubernetes("Pod", "core"),
  "deployment-spec": kubernetes("DeploymentSpec", "apps"),
  ingress: kubernetes("IngressSpec", "networking"),
  "resource-schema": kubernetes("JSONSchemaProps", "apiextensions"),
  embed: discord("APIEmbed"),
  message: discord("APIMessage"),
  interaction: discord("APIInteraction"),
  component: discord("APIMessageTopLevelComponent"),
  har: { declare: `import type { Har } from "har-format";`, type: "Har", isOpen: true },
  block: { declare: `import type { KnownBlock } from "@slack/types";`, type: "KnownBlock", isOpen: true },
  view: { declare: `import type { View } from "@slack/types";`, type: "View", isOpen: true },
  repository: { declare: github, type: `components["schemas"]["repository"]`, refused: "CM3015" },
  issue: {
    declare: github,
    type: `NonNullable<operations["issues/create"]["requestBody"]>["content"]["application/json"]`,
  },
  drawing: { declare: `import type { Node } from "@figma/rest-api-spec";`, type: "Node", isOpen: true },
  paint: {
    declare: `import type { Effect, Paint } from "@figma/rest-api-spec";`,
    type: "{ paint: Paint; effect: Effect }",
  },
  track: { type: "SpotifyApi.TrackObjectFull" },
  chart: { declare: `import type { TopLevelSpec } from "vega-lite";`, type: "TopLevelSpec", isOpen: true },
  "chart-config": { declare: `import type { Config } from "vega-lite";`, type: "Config", isOpen: true },
  charge: { declare: `import type Stripe from "stripe";`, type: "Stripe.Charge", isOpen: true, refused: "CM3002" },
  payment: { declare: `import type Stripe from "stripe";`, type: "Stripe.PaymentIntentCreateParams" },
  prompt: {
    declare: `import type OpenAI from "openai";`,
    type: "OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming",
    isOpen: true,
  },
  answer: { declare: `import type OpenAI from "openai";`, type: "OpenAI.Responses.Response", isOpen: true },
  question: {
    declare: `import type Anthropic from "@anthropic-ai/sdk";`,
    type: "Anthropic.MessageCreateParamsNonStreaming",
    isOpen: true,
  },
  page: { declare: `import type { PageObjectResponse } from "@notionhq/client";`, type: "PageObjectResponse" },
  document: {
    declare: `import type { oas30 } from "openapi3-ts";`,
    type: "oas30.OpenAPIObject",
    isOpen: true,
    refused: "CM3014",
  },
  style: { declare: `import type { Properties } from "csstype";`, type: "Properties" },
  "linked-person": { declare: `import type { Person } from "schema-dts";`, type: "Person", refused: "CM3023" },
  "compiler-options": { declare: `import type { TsConfigJson } from "type-fest";`, type: "TsConfigJson" },
  manifest: { declare: `import type { PackageJson } from "type-fest";`, type: "PackageJson" },
  schema: { declare: `import type { JSONSchema7 } from "json-schema";`, type: "JSONSchema7" },
  "schema-4": { declare: `import type { JSONSchema4 } from "json-schema";`, type: "JSONSchema4", isOpen: true },
  "schema-6": { declare: `import type { JSONSchema6 } from "json-schema";`, type: "JSONSchema6", isOpen: true },
  // The package's documents may have middleware in them.
  "document-3": { ...openapi("OpenAPIV3.Document"), refused: "CM3001" },
  "document-31": { ...openapi("OpenAPIV3_1.Document"), refused: "CM3001" },
  "schema-31": openapi("OpenAPIV3_1.SchemaObject"),
  "client-pod": { declare: `import type { V1Pod } from "@kubernetes/client-node";`, type: "V1Pod", refused: "CM3003" },
  "client-job": {
    declare: `import type { V1JobSpec } from "@kubernetes/client-node";`,
    type: "V1JobSpec",
    refused: "CM3003",
  },
  lifecycle: {
    declare: `import type { LifecycleRule } from "@aws-sdk/client-s3";`,
    type: "LifecycleRule",
    refused: "CM3003",
  },
  "zod-user": {
    declare: `import { z } from "zod";
const user = z.object({ id: z.uuid(), tags: z.array(z.string()), role: z.enum(["a", "b"]), next: z.string().optional() });`,
    type: "z.infer<typeof user>",
  },
  "valibot-user": {
    declare: `import * as v from "valibot";
const user = v.object({ id: v.string(), tags: v.array(v.string()), role: v.picklist(["a", "b"]), next: v.optional(v.string()) });`,
    type: "v.InferOutput<typeof user>",
  },
  "arktype-user": {
    declare: `import { type } from "arktype";
const user = type({ id: "string", tags: "string[]", role: "'a' | 'b'", "next?": "string" });`,
    type: "typeof user.infer",
  },
  "effect-user": {
    declare: `import { Schema } from "effect";
const user = Schema.Struct({ id: Schema.String, tags: Schema.Array(Schema.String), role: Schema.Literal("a", "b") });`,
    type: "typeof user.Type",
  },
  "drizzle-user": {
    declare: `import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
const users = sqliteTable("users", { id: integer().primaryKey(), name: text().notNull(), role: text({ enum: ["a", "b"] }) });`,
    type: "typeof users.$inferSelect",
  },
  "prisma-user": ofPrisma("Prisma.UserGetPayload<{ include: { posts: { select: { title: true; score: true } } } }>"),
  "prisma-input": ofPrisma("Prisma.UserCreateInput"),
  "prisma-filter": ofPrisma("Prisma.PostWhereInput"),
  "prisma-visit": { ...ofPrisma("Prisma.VisitCreateInput"), refused: "CM3003" },
  push: { declare: `import type { PushEvent } from "@octokit/webhooks-types";`, type: "PushEvent", isOpen: true },
  "issue-opened": {
    declare: `import type { IssuesOpenedEvent } from "@octokit/webhooks-types";`,
    type: "IssuesOpenedEvent",
    isOpen: true,
  },
};
