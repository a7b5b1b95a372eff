-- AlterTable
ALTER TABLE "releases" ADD COLUMN     "first_live_from" TIMESTAMPTZ(3);
