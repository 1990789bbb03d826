-- CreateTable
CREATE TABLE "tracker_example_com_comments" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BLOB NOT NULL,
    "x_spec_issue" TEXT
);

-- CreateTable
CREATE TABLE "tracker_example_com_comments___labels" (
    "object_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("object_id", "key"),
    CONSTRAINT "tracker_example_com_comments___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "tracker_example_com_comments" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "tracker_example_com_issues" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BLOB NOT NULL,
    "x_spec_state" TEXT,
    "x_spec_due" BIGINT,
    "x_spec_project" TEXT
);

-- CreateTable
CREATE TABLE "tracker_example_com_issues___labels" (
    "object_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("object_id", "key"),
    CONSTRAINT "tracker_example_com_issues___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "tracker_example_com_issues" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "tracker_example_com_issues___x_spec_tags" (
    "object_id" INTEGER NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("object_id", "value"),
    CONSTRAINT "tracker_example_com_issues___x_spec_tags_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "tracker_example_com_issues" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "tracker_example_com_issues___x_spec_blocked_by" (
    "object_id" INTEGER NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("object_id", "value"),
    CONSTRAINT "tracker_example_com_issues___x_spec_blocked_by_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "tracker_example_com_issues" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "tracker_example_com_projects" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "created_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "data" BLOB NOT NULL
);

-- CreateTable
CREATE TABLE "tracker_example_com_projects___labels" (
    "object_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("object_id", "key"),
    CONSTRAINT "tracker_example_com_projects___labels_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "tracker_example_com_projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE
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
    "previous" BLOB
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
    "revision" INTEGER NOT NULL
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

-- CreateIndex
CREATE UNIQUE INDEX "tracker_example_com_comments_name_key" ON "tracker_example_com_comments"("name");

-- CreateIndex
CREATE INDEX "tracker_example_com_comments_created_at_name_idx" ON "tracker_example_com_comments"("created_at" DESC, "name");

-- CreateIndex
CREATE INDEX "tracker_example_com_comments_deleted_at_idx" ON "tracker_example_com_comments"("deleted_at");

-- CreateIndex
CREATE INDEX "tracker_example_com_comments_x_spec_issue_name_idx" ON "tracker_example_com_comments"("x_spec_issue", "name");

-- CreateIndex
CREATE INDEX "tracker_example_com_comments___labels_key_value_object_id_idx" ON "tracker_example_com_comments___labels"("key", "value", "object_id");

-- CreateIndex
CREATE UNIQUE INDEX "tracker_example_com_issues_name_key" ON "tracker_example_com_issues"("name");

-- CreateIndex
CREATE INDEX "tracker_example_com_issues_created_at_name_idx" ON "tracker_example_com_issues"("created_at" DESC, "name");

-- CreateIndex
CREATE INDEX "tracker_example_com_issues_deleted_at_idx" ON "tracker_example_com_issues"("deleted_at");

-- CreateIndex
CREATE INDEX "tracker_example_com_issues_x_spec_state_name_idx" ON "tracker_example_com_issues"("x_spec_state", "name");

-- CreateIndex
CREATE INDEX "tracker_example_com_issues_x_spec_due_name_idx" ON "tracker_example_com_issues"("x_spec_due", "name");

-- CreateIndex
CREATE INDEX "tracker_example_com_issues_x_spec_project_name_idx" ON "tracker_example_com_issues"("x_spec_project", "name");

-- CreateIndex
CREATE INDEX "tracker_example_com_issues___labels_key_value_object_id_idx" ON "tracker_example_com_issues___labels"("key", "value", "object_id");

-- CreateIndex
CREATE INDEX "tracker_example_com_issues___x_spec_tags_value_object_id_idx" ON "tracker_example_com_issues___x_spec_tags"("value", "object_id");

-- CreateIndex
CREATE INDEX "tracker_example_com_issues___x_spec_blocked_by_3dcfeb6b0526_idx" ON "tracker_example_com_issues___x_spec_blocked_by"("value", "object_id");

-- CreateIndex
CREATE UNIQUE INDEX "tracker_example_com_projects_name_key" ON "tracker_example_com_projects"("name");

-- CreateIndex
CREATE INDEX "tracker_example_com_projects_created_at_name_idx" ON "tracker_example_com_projects"("created_at" DESC, "name");

-- CreateIndex
CREATE INDEX "tracker_example_com_projects_deleted_at_idx" ON "tracker_example_com_projects"("deleted_at");

-- CreateIndex
CREATE INDEX "tracker_example_com_projects___labels_key_value_object_id_idx" ON "tracker_example_com_projects___labels"("key", "value", "object_id");
