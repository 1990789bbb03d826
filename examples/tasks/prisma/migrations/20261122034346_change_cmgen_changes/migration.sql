-- AlterTable
ALTER TABLE "cmgen_changes" ADD COLUMN "previous" BLOB;
