-- CreateTable
CREATE TABLE "cmgen_schedules" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "position" BIGINT NOT NULL,
    "state" TEXT NOT NULL
);
