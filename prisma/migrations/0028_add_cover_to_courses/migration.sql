-- AlterTable
ALTER TABLE "courses" ADD COLUMN     "cover_asset_id" TEXT;
