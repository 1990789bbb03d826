-- CreateTable
CREATE TABLE "hostile_example_com_classes" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "uid" TEXT COLLATE "C",
    "version" BIGINT NOT NULL,
    "schema" BIGINT,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BYTEA NOT NULL,
    "x_spec_class" TEXT COLLATE "C",
    "x_spec_constructor" TEXT COLLATE "C",
    "x_spec_to_string" TEXT COLLATE "C",
    "x_spec_new_delete_in" TEXT COLLATE "C",
    "x_spec_odd_name" TEXT COLLATE "C",
    "x_spec_instant" BIGINT,
    "x_spec_large" BIGINT,
    "x_hash" TEXT COLLATE "C",

    CONSTRAINT "hostile_example_com_classes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "hostile_example_com_classes___labels" (
    "object_id" BIGINT NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "hostile_example_com_classes___labels_pkey" PRIMARY KEY ("object_id","key")
);

-- CreateTable
CREATE TABLE "hostile_example_com_classes___x_spec_flags" (
    "object_id" BIGINT NOT NULL,
    "value" BOOLEAN NOT NULL,

    CONSTRAINT "hostile_example_com_classes___x_spec_flags_pkey" PRIMARY KEY ("object_id","value")
);

-- CreateTable
CREATE TABLE "hostile_example_com_resource" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "uid" TEXT COLLATE "C",
    "version" BIGINT NOT NULL,
    "schema" BIGINT,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BYTEA NOT NULL,
    "x_spec_constructor" TEXT COLLATE "C",

    CONSTRAINT "hostile_example_com_resource_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "hostile_example_com_resource___labels" (
    "object_id" BIGINT NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "hostile_example_com_resource___labels_pkey" PRIMARY KEY ("object_id","key")
);

-- CreateTable
CREATE TABLE "cmgen_changes" (
    "revision" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "group" TEXT COLLATE "C" NOT NULL,
    "plural" TEXT COLLATE "C" NOT NULL,
    "object_id" BIGINT NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "data" BYTEA NOT NULL,
    "previous" BYTEA,
    "mark" BIGINT,
    "actor" TEXT COLLATE "C",
    "verb" TEXT COLLATE "C",
    "request_id" TEXT COLLATE "C",
    "address" TEXT COLLATE "C",

    CONSTRAINT "cmgen_changes_pkey" PRIMARY KEY ("revision")
);

-- CreateTable
CREATE TABLE "cmgen_indexes" (
    "table" TEXT COLLATE "C" NOT NULL,
    "index" TEXT COLLATE "C" NOT NULL,
    "fingerprint" TEXT COLLATE "C" NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT,

    CONSTRAINT "cmgen_indexes_pkey" PRIMARY KEY ("table","index")
);

-- CreateTable
CREATE TABLE "cmgen_revision" (
    "id" BIGINT NOT NULL,
    "revision" BIGINT NOT NULL,
    "mark" BIGINT,

    CONSTRAINT "cmgen_revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cmgen_evolutions" (
    "table" TEXT COLLATE "C" NOT NULL,
    "step" TEXT COLLATE "C" NOT NULL,
    "place" BIGINT NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT,

    CONSTRAINT "cmgen_evolutions_pkey" PRIMARY KEY ("table","step")
);

-- CreateTable
CREATE TABLE "cmgen_schedules" (
    "name" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "cmgen_schedules_pkey" PRIMARY KEY ("name")
);

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
CREATE TABLE "cmgen_receipts" (
    "key" TEXT COLLATE "C" NOT NULL,
    "request" TEXT COLLATE "C" NOT NULL,
    "at" BIGINT NOT NULL,
    "head" TEXT COLLATE "C" NOT NULL,
    "answer" BYTEA NOT NULL,

    CONSTRAINT "cmgen_receipts_pkey" PRIMARY KEY ("key")
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
    "reset_limit" TEXT COLLATE "C",
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
    "identity" TEXT COLLATE "C",
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
CREATE UNIQUE INDEX "hostile_example_com_classes_name_key" ON "hostile_example_com_classes"("name");

-- CreateIndex
CREATE UNIQUE INDEX "hostile_example_com_classes_x_spec_class_key" ON "hostile_example_com_classes"("x_spec_class" NULLS FIRST);

-- CreateIndex
CREATE INDEX "hostile_example_com_classes_created_at_id_idx" ON "hostile_example_com_classes"("created_at", "id");

-- CreateIndex
CREATE INDEX "hostile_example_com_classes_deleted_at_idx" ON "hostile_example_com_classes"("deleted_at" NULLS FIRST);

-- CreateIndex
CREATE INDEX "hostile_example_com_classes_x_spec_constructor_id_idx" ON "hostile_example_com_classes"("x_spec_constructor" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "hostile_example_com_classes_x_spec_to_string_id_idx" ON "hostile_example_com_classes"("x_spec_to_string" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "hostile_example_com_classes_x_spec_new_delete_in_id_idx" ON "hostile_example_com_classes"("x_spec_new_delete_in" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "hostile_example_com_classes_x_spec_odd_name_id_idx" ON "hostile_example_com_classes"("x_spec_odd_name" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "hostile_example_com_classes_x_spec_instant_id_idx" ON "hostile_example_com_classes"("x_spec_instant" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "hostile_example_com_classes_x_spec_large_id_idx" ON "hostile_example_com_classes"("x_spec_large" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "hostile_example_com_classes_x_hash_id_idx" ON "hostile_example_com_classes"("x_hash" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "hostile_example_com_classes___labels_key_value_object_id_idx" ON "hostile_example_com_classes___labels"("key", "value", "object_id");

-- CreateIndex
CREATE INDEX "hostile_example_com_classes___x_spec_flags_value_object_id_idx" ON "hostile_example_com_classes___x_spec_flags"("value", "object_id");

-- CreateIndex
CREATE UNIQUE INDEX "hostile_example_com_resource_name_key" ON "hostile_example_com_resource"("name");

-- CreateIndex
CREATE INDEX "hostile_example_com_resource_created_at_id_idx" ON "hostile_example_com_resource"("created_at", "id");

-- CreateIndex
CREATE INDEX "hostile_example_com_resource_deleted_at_idx" ON "hostile_example_com_resource"("deleted_at" NULLS FIRST);

-- CreateIndex
CREATE INDEX "hostile_example_com_resource_x_spec_constructor_id_idx" ON "hostile_example_com_resource"("x_spec_constructor" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "hostile_example_com_resource___labels_key_value_object_id_idx" ON "hostile_example_com_resource___labels"("key", "value", "object_id");

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

-- AddForeignKey
ALTER TABLE "hostile_example_com_classes___labels" ADD CONSTRAINT "hostile_example_com_classes___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "hostile_example_com_classes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hostile_example_com_classes___x_spec_flags" ADD CONSTRAINT "hostile_example_com_classes___x_spec_flags_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "hostile_example_com_classes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hostile_example_com_resource___labels" ADD CONSTRAINT "hostile_example_com_resource___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "hostile_example_com_resource"("id") ON DELETE CASCADE ON UPDATE CASCADE;
