-- CreateTable
CREATE TABLE "cmgen_receipts" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "request" TEXT NOT NULL,
    "at" BIGINT NOT NULL,
    "head" TEXT NOT NULL,
    "answer" BLOB NOT NULL
);

-- CreateIndex
CREATE INDEX "cmgen_receipts_at_idx" ON "cmgen_receipts"("at");
