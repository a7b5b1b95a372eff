-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "hash_secret" TEXT NOT NULL DEFAULT (gen_random_uuid())::text;
