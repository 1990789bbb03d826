-- CreateTable
CREATE TABLE "notes_example_com_notes" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "uid" TEXT,
    "version" INTEGER NOT NULL,
    "schema" INTEGER,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BLOB NOT NULL
);

-- CreateTable
CREATE TABLE "notes_example_com_notes___labels" (
    "object_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("object_id", "key"),
    CONSTRAINT "notes_example_com_notes___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "notes_example_com_notes" ("id") ON DELETE CASCADE ON UPDATE CASCADE
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
    "reset_limit" TEXT,
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
    "identity" TEXT,
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
CREATE UNIQUE INDEX "notes_example_com_notes_name_key" ON "notes_example_com_notes"("name");

-- CreateIndex
CREATE INDEX "notes_example_com_notes_created_at_id_idx" ON "notes_example_com_notes"("created_at", "id");

-- CreateIndex
CREATE INDEX "notes_example_com_notes_deleted_at_idx" ON "notes_example_com_notes"("deleted_at");

-- CreateIndex
CREATE INDEX "notes_example_com_notes___labels_key_value_object_id_idx" ON "notes_example_com_notes___labels"("key", "value", "object_id");

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
