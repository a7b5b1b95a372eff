-- AlterTable
ALTER TABLE "courses" ADD COLUMN     "slug" TEXT,
ADD COLUMN     "visibility" TEXT NOT NULL DEFAULT 'private';

-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "public_id" TEXT NOT NULL DEFAULT "left"(replace((gen_random_uuid())::text, '-'::text, ''::text), 12);

-- CreateIndex
CREATE UNIQUE INDEX "courses_workspace_id_slug_key" ON "courses"("workspace_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "workspaces_public_id_key" ON "workspaces"("public_id");

-- CreateTable
CREATE TABLE "release_quizzes" (
    "workspace_id" UUID NOT NULL,
    "block_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "course_id" UUID NOT NULL,
    "lesson_id" UUID NOT NULL,

    CONSTRAINT "release_quizzes_pkey" PRIMARY KEY ("workspace_id","block_id","hash")
);

-- CreateIndex
CREATE INDEX "release_quizzes_workspace_id_hash_idx" ON "release_quizzes"("workspace_id", "hash");

-- AddForeignKey
ALTER TABLE "release_quizzes" ADD CONSTRAINT "release_quizzes_workspace_id_hash_fkey" FOREIGN KEY ("workspace_id", "hash") REFERENCES "release_nodes"("workspace_id", "hash") ON DELETE CASCADE ON UPDATE NO ACTION;

-- A key that could read every course can also read what learners see.
UPDATE api_keys SET scopes = array_append(scopes, 'delivery:read') WHERE 'courses:read' = ANY(scopes);
