-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "accent_color" TEXT;
