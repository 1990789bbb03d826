-- AlterTable
ALTER TABLE "cmgen_changes" ADD COLUMN "actor" TEXT;
ALTER TABLE "cmgen_changes" ADD COLUMN "address" TEXT;
ALTER TABLE "cmgen_changes" ADD COLUMN "request_id" TEXT;
ALTER TABLE "cmgen_changes" ADD COLUMN "verb" TEXT;

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
CREATE INDEX "cmgen_history_group_plural_name_id_idx" ON "cmgen_history"("group", "plural", "name", "id");

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
