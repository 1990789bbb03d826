-- CreateTable
CREATE TABLE "conduit_example_com_articles" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "uid" TEXT,
    "version" INTEGER NOT NULL,
    "schema" INTEGER,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BLOB NOT NULL,
    "x_spec_slug" TEXT,
    "x_spec_author" TEXT
);

-- CreateTable
CREATE TABLE "conduit_example_com_articles___labels" (
    "object_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("object_id", "key"),
    CONSTRAINT "conduit_example_com_articles___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "conduit_example_com_articles" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "conduit_example_com_articles___x_spec_tag_list" (
    "object_id" INTEGER NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("object_id", "value"),
    CONSTRAINT "conduit_example_com_articles___x_spec_tag_list_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "conduit_example_com_articles" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "conduit_example_com_comments" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "uid" TEXT,
    "version" INTEGER NOT NULL,
    "schema" INTEGER,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BLOB NOT NULL,
    "x_spec_article" TEXT,
    "x_spec_author" TEXT
);

-- CreateTable
CREATE TABLE "conduit_example_com_comments___labels" (
    "object_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("object_id", "key"),
    CONSTRAINT "conduit_example_com_comments___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "conduit_example_com_comments" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "conduit_example_com_favorites" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "uid" TEXT,
    "version" INTEGER NOT NULL,
    "schema" INTEGER,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BLOB NOT NULL,
    "x_spec_user" TEXT,
    "x_spec_article" TEXT
);

-- CreateTable
CREATE TABLE "conduit_example_com_favorites___labels" (
    "object_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("object_id", "key"),
    CONSTRAINT "conduit_example_com_favorites___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "conduit_example_com_favorites" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "conduit_example_com_follows" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "uid" TEXT,
    "version" INTEGER NOT NULL,
    "schema" INTEGER,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BLOB NOT NULL,
    "x_spec_follower" TEXT,
    "x_spec_followee" TEXT
);

-- CreateTable
CREATE TABLE "conduit_example_com_follows___labels" (
    "object_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("object_id", "key"),
    CONSTRAINT "conduit_example_com_follows___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "conduit_example_com_follows" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "conduit_example_com_users" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "uid" TEXT,
    "version" INTEGER NOT NULL,
    "schema" INTEGER,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BLOB NOT NULL,
    "x_spec_username" TEXT,
    "x_email" TEXT
);

-- CreateTable
CREATE TABLE "conduit_example_com_users___labels" (
    "object_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("object_id", "key"),
    CONSTRAINT "conduit_example_com_users___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "conduit_example_com_users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "cmgen_changes" (
    "revision" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "group" TEXT NOT NULL,
    "plural" TEXT NOT NULL,
    "object_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "data" BLOB NOT NULL,
    "previous" BLOB,
    "mark" INTEGER,
    "actor" TEXT,
    "verb" TEXT,
    "request_id" TEXT,
    "address" TEXT
);

-- CreateTable
CREATE TABLE "cmgen_indexes" (
    "table" TEXT NOT NULL,
    "index" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "position" INTEGER,

    PRIMARY KEY ("table", "index")
);

-- CreateTable
CREATE TABLE "cmgen_revision" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "revision" INTEGER NOT NULL,
    "mark" INTEGER
);

-- CreateTable
CREATE TABLE "cmgen_evolutions" (
    "table" TEXT NOT NULL,
    "step" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "position" INTEGER,

    PRIMARY KEY ("table", "step")
);

-- CreateTable
CREATE TABLE "cmgen_schedules" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "position" BIGINT NOT NULL,
    "state" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "cmgen_audit" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "revision" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "cmgen_history" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "group" TEXT NOT NULL,
    "plural" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "uid" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "revision" INTEGER,
    "at" BIGINT NOT NULL,
    "actor" TEXT,
    "verb" TEXT,
    "schema" INTEGER NOT NULL,
    "data" BLOB NOT NULL
);

-- CreateTable
CREATE TABLE "cmgen_receipts" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "request" TEXT NOT NULL,
    "at" BIGINT NOT NULL,
    "head" TEXT NOT NULL,
    "answer" BLOB NOT NULL
);

-- CreateTable
CREATE TABLE "cmgen_identities" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "revision" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "cmgen_tokens" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "hash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "uid" TEXT,
    "roles" TEXT NOT NULL,
    "groups" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT,
    "revoked_at" BIGINT,
    "used_at" BIGINT,
    "changed" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "cmgen_credentials" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "password" TEXT,
    "reset_hash" TEXT,
    "reset_expires_at" BIGINT,
    "changed_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "cmgen_sessions" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "hash" TEXT NOT NULL,
    "rotated_from" TEXT,
    "rotated_at" BIGINT,
    "user_name" TEXT NOT NULL,
    "uid" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "seen_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,
    "ended_at" BIGINT,
    "changed" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "cmgen_attempts" (
    "subject" TEXT NOT NULL PRIMARY KEY,
    "failures" BIGINT NOT NULL,
    "failed_at" BIGINT NOT NULL,
    "locked_until" BIGINT NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "conduit_example_com_articles_name_key" ON "conduit_example_com_articles"("name");

-- CreateIndex
CREATE UNIQUE INDEX "conduit_example_com_articles_x_spec_slug_key" ON "conduit_example_com_articles"("x_spec_slug");

-- CreateIndex
CREATE INDEX "conduit_example_com_articles_created_at_id_idx" ON "conduit_example_com_articles"("created_at", "id");

-- CreateIndex
CREATE INDEX "conduit_example_com_articles_deleted_at_idx" ON "conduit_example_com_articles"("deleted_at");

-- CreateIndex
CREATE INDEX "conduit_example_com_articles_x_spec_author_id_idx" ON "conduit_example_com_articles"("x_spec_author", "id");

-- CreateIndex
CREATE INDEX "conduit_example_com_articles___labels_key_value_object_id_idx" ON "conduit_example_com_articles___labels"("key", "value", "object_id");

-- CreateIndex
CREATE INDEX "conduit_example_com_articles___x_spec_tag_list_249445ac3935_idx" ON "conduit_example_com_articles___x_spec_tag_list"("value", "object_id");

-- CreateIndex
CREATE UNIQUE INDEX "conduit_example_com_comments_name_key" ON "conduit_example_com_comments"("name");

-- CreateIndex
CREATE INDEX "conduit_example_com_comments_created_at_id_idx" ON "conduit_example_com_comments"("created_at", "id");

-- CreateIndex
CREATE INDEX "conduit_example_com_comments_deleted_at_idx" ON "conduit_example_com_comments"("deleted_at");

-- CreateIndex
CREATE INDEX "conduit_example_com_comments_x_spec_article_id_idx" ON "conduit_example_com_comments"("x_spec_article", "id");

-- CreateIndex
CREATE INDEX "conduit_example_com_comments_x_spec_author_id_idx" ON "conduit_example_com_comments"("x_spec_author", "id");

-- CreateIndex
CREATE INDEX "conduit_example_com_comments___labels_key_value_object_id_idx" ON "conduit_example_com_comments___labels"("key", "value", "object_id");

-- CreateIndex
CREATE UNIQUE INDEX "conduit_example_com_favorites_name_key" ON "conduit_example_com_favorites"("name");

-- CreateIndex
CREATE INDEX "conduit_example_com_favorites_created_at_id_idx" ON "conduit_example_com_favorites"("created_at", "id");

-- CreateIndex
CREATE INDEX "conduit_example_com_favorites_deleted_at_idx" ON "conduit_example_com_favorites"("deleted_at");

-- CreateIndex
CREATE INDEX "conduit_example_com_favorites_x_spec_user_id_idx" ON "conduit_example_com_favorites"("x_spec_user", "id");

-- CreateIndex
CREATE INDEX "conduit_example_com_favorites_x_spec_article_id_idx" ON "conduit_example_com_favorites"("x_spec_article", "id");

-- CreateIndex
CREATE INDEX "conduit_example_com_favorites___labels_key_value_object_id_idx" ON "conduit_example_com_favorites___labels"("key", "value", "object_id");

-- CreateIndex
CREATE UNIQUE INDEX "conduit_example_com_follows_name_key" ON "conduit_example_com_follows"("name");

-- CreateIndex
CREATE INDEX "conduit_example_com_follows_created_at_id_idx" ON "conduit_example_com_follows"("created_at", "id");

-- CreateIndex
CREATE INDEX "conduit_example_com_follows_deleted_at_idx" ON "conduit_example_com_follows"("deleted_at");

-- CreateIndex
CREATE INDEX "conduit_example_com_follows_x_spec_follower_id_idx" ON "conduit_example_com_follows"("x_spec_follower", "id");

-- CreateIndex
CREATE INDEX "conduit_example_com_follows_x_spec_followee_id_idx" ON "conduit_example_com_follows"("x_spec_followee", "id");

-- CreateIndex
CREATE INDEX "conduit_example_com_follows___labels_key_value_object_id_idx" ON "conduit_example_com_follows___labels"("key", "value", "object_id");

-- CreateIndex
CREATE UNIQUE INDEX "conduit_example_com_users_name_key" ON "conduit_example_com_users"("name");

-- CreateIndex
CREATE UNIQUE INDEX "conduit_example_com_users_x_spec_username_key" ON "conduit_example_com_users"("x_spec_username");

-- CreateIndex
CREATE UNIQUE INDEX "conduit_example_com_users_x_email_key" ON "conduit_example_com_users"("x_email");

-- CreateIndex
CREATE INDEX "conduit_example_com_users_created_at_id_idx" ON "conduit_example_com_users"("created_at", "id");

-- CreateIndex
CREATE INDEX "conduit_example_com_users_deleted_at_idx" ON "conduit_example_com_users"("deleted_at");

-- CreateIndex
CREATE INDEX "conduit_example_com_users___labels_key_value_object_id_idx" ON "conduit_example_com_users___labels"("key", "value", "object_id");

-- CreateIndex
CREATE INDEX "cmgen_changes_group_plural_name_idx" ON "cmgen_changes"("group", "plural", "name") WHERE "type" = 'DELETED';

-- CreateIndex
CREATE INDEX "cmgen_history_group_plural_name_id_idx" ON "cmgen_history"("group", "plural", "name", "id");

-- CreateIndex
CREATE INDEX "cmgen_receipts_at_idx" ON "cmgen_receipts"("at");

-- CreateIndex
CREATE UNIQUE INDEX "cmgen_tokens_hash_key" ON "cmgen_tokens"("hash");

-- CreateIndex
CREATE INDEX "cmgen_tokens_actor_idx" ON "cmgen_tokens"("actor");

-- CreateIndex
CREATE INDEX "cmgen_tokens_changed_idx" ON "cmgen_tokens"("changed");

-- CreateIndex
CREATE INDEX "cmgen_credentials_reset_hash_idx" ON "cmgen_credentials"("reset_hash");

-- CreateIndex
CREATE UNIQUE INDEX "cmgen_sessions_hash_key" ON "cmgen_sessions"("hash");

-- CreateIndex
CREATE INDEX "cmgen_sessions_rotated_from_idx" ON "cmgen_sessions"("rotated_from");

-- CreateIndex
CREATE INDEX "cmgen_sessions_uid_idx" ON "cmgen_sessions"("uid");

-- CreateIndex
CREATE INDEX "cmgen_sessions_expires_at_idx" ON "cmgen_sessions"("expires_at");

-- CreateIndex
CREATE INDEX "cmgen_sessions_changed_idx" ON "cmgen_sessions"("changed");

-- CreateIndex
CREATE INDEX "cmgen_attempts_failed_at_idx" ON "cmgen_attempts"("failed_at");
