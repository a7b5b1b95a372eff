-- AlterTable
ALTER TABLE "release_nodes" ADD COLUMN     "learner_form" INTEGER NOT NULL DEFAULT 0;
