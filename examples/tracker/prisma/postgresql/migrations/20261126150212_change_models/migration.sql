-- AlterTable
ALTER TABLE "cmgen_changes" ADD COLUMN     "actor" TEXT COLLATE "C",
ADD COLUMN     "address" TEXT COLLATE "C",
ADD COLUMN     "request_id" TEXT COLLATE "C",
ADD COLUMN     "verb" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "cmgen_audit" (
    "id" BIGINT NOT NULL,
    "revision" BIGINT NOT NULL,

    CONSTRAINT "cmgen_audit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cmgen_history" (
    "id" BIGSERIAL NOT NULL,
    "group" TEXT COLLATE "C" NOT NULL,
    "plural" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "uid" TEXT COLLATE "C" NOT NULL,
    "version" BIGINT NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "revision" BIGINT,
    "at" BIGINT NOT NULL,
    "actor" TEXT COLLATE "C",
    "verb" TEXT COLLATE "C",
    "schema" BIGINT NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "cmgen_history_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cmgen_identities" (
    "id" BIGINT NOT NULL,
    "revision" BIGINT NOT NULL,

    CONSTRAINT "cmgen_identities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cmgen_tokens" (
    "id" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "actor" TEXT COLLATE "C" NOT NULL,
    "uid" TEXT COLLATE "C",
    "roles" TEXT COLLATE "C" NOT NULL,
    "groups" TEXT COLLATE "C" NOT NULL,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT,
    "revoked_at" BIGINT,
    "used_at" BIGINT,
    "changed" BIGINT NOT NULL,

    CONSTRAINT "cmgen_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cmgen_credentials" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "password" TEXT COLLATE "C",
    "reset_hash" TEXT COLLATE "C",
    "reset_expires_at" BIGINT,
    "changed_at" BIGINT NOT NULL,

    CONSTRAINT "cmgen_credentials_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "cmgen_sessions" (
    "id" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "rotated_from" TEXT COLLATE "C",
    "rotated_at" BIGINT,
    "user_name" TEXT COLLATE "C" NOT NULL,
    "uid" TEXT COLLATE "C" NOT NULL,
    "created_at" BIGINT NOT NULL,
    "seen_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,
    "ended_at" BIGINT,
    "changed" BIGINT NOT NULL,

    CONSTRAINT "cmgen_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cmgen_attempts" (
    "subject" TEXT COLLATE "C" NOT NULL,
    "failures" BIGINT NOT NULL,
    "failed_at" BIGINT NOT NULL,
    "locked_until" BIGINT NOT NULL,

    CONSTRAINT "cmgen_attempts_pkey" PRIMARY KEY ("subject")
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
CREATE INDEX "cmgen_credentials_reset_hash_idx" ON "cmgen_credentials"("reset_hash" NULLS FIRST);

-- CreateIndex
CREATE UNIQUE INDEX "cmgen_sessions_hash_key" ON "cmgen_sessions"("hash");

-- CreateIndex
CREATE INDEX "cmgen_sessions_rotated_from_idx" ON "cmgen_sessions"("rotated_from" NULLS FIRST);

-- CreateIndex
CREATE INDEX "cmgen_sessions_uid_idx" ON "cmgen_sessions"("uid");

-- CreateIndex
CREATE INDEX "cmgen_sessions_expires_at_idx" ON "cmgen_sessions"("expires_at");

-- CreateIndex
CREATE INDEX "cmgen_sessions_changed_idx" ON "cmgen_sessions"("changed");

-- CreateIndex
CREATE INDEX "cmgen_attempts_failed_at_idx" ON "cmgen_attempts"("failed_at");
