-- CreateTable
CREATE TABLE "cmgen_evolutions" (
    "table" TEXT NOT NULL,
    "step" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "position" INTEGER,

    PRIMARY KEY ("table", "step")
);
