-- AlterTable
ALTER TABLE "courses" ADD COLUMN     "live_changes_at" TIMESTAMPTZ(3),
ADD COLUMN     "live_release_number" INTEGER,
ADD COLUMN     "live_tree_version" INTEGER,
ADD COLUMN     "published_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "releases" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "course_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "message" TEXT,
    "tree_version" INTEGER NOT NULL,
    "is_partial" BOOLEAN NOT NULL DEFAULT false,
    "hash" TEXT NOT NULL,
    "outline" JSON NOT NULL,
    "caller" TEXT NOT NULL,
    "checks" JSON,
    "published" BOOLEAN NOT NULL,
    "live_from" TIMESTAMPTZ(3),
    "live_until" TIMESTAMPTZ(3),
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "course_deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "releases_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "release_nodes" (
    "workspace_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "course_id" UUID NOT NULL,
    "body" JSON NOT NULL,
    "learner_body" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "release_nodes_pkey" PRIMARY KEY ("workspace_id","hash")
);

-- CreateTable
CREATE TABLE "preview_links" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "course_id" UUID NOT NULL,
    "release_number" INTEGER,
    "hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "caller" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "preview_links_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "releases_workspace_id_course_id_number_key" ON "releases"("workspace_id", "course_id", "number");

-- CreateIndex
CREATE INDEX "releases_workspace_id_course_id_live_from_idx" ON "releases"("workspace_id", "course_id", "live_from" DESC);

-- CreateIndex
CREATE INDEX "release_nodes_workspace_id_course_id_idx" ON "release_nodes"("workspace_id", "course_id");

-- CreateIndex
CREATE INDEX "preview_links_workspace_id_course_id_idx" ON "preview_links"("workspace_id", "course_id");

-- AddForeignKey
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_workspace_id_course_id_fkey" FOREIGN KEY ("workspace_id", "course_id") REFERENCES "courses"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- The courses whose schedule is due. A Prisma schema cannot express a partial index.
CREATE INDEX "courses_live_changes_at" ON "courses" ("live_changes_at") WHERE "live_changes_at" IS NOT NULL;

-- The courses that are published already have no release yet. A job makes their first releases (`-infinity`).
UPDATE "courses" SET "live_changes_at" = '-infinity' WHERE "status" = 'published';

-- A key that could publish a course before can still do so.
UPDATE "api_keys" SET "scopes" = array_append("scopes", 'courses:publish')
WHERE 'courses:write' = ANY ("scopes") AND NOT 'courses:publish' = ANY ("scopes");

-- As in the first migration: the planner assumes that every row belongs to the workspace of a statement.
ALTER TABLE "releases" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "release_nodes" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
