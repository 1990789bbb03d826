-- AlterTable
ALTER TABLE "cmgen_credentials" ADD COLUMN "reset_limit" TEXT;

-- AlterTable
ALTER TABLE "cmgen_sessions" ADD COLUMN "identity" TEXT;
