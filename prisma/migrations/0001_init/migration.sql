-- CreateTable
CREATE TABLE "workspaces" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "plan_issued_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "name" TEXT,
    "email" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "start" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "replaced_by_id" UUID,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "request" BYTEA NOT NULL,
    "result" JSON,
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("caller","key")
);

-- CreateTable
CREATE TABLE "courses" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "duration_minutes" INTEGER,
    "objectives" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "language" TEXT,
    "difficulty" TEXT,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "version" INTEGER NOT NULL DEFAULT 1,
    "tree_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "content_updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "courses_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "modules" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "course_id" UUID NOT NULL,
    "key" TEXT,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "duration_minutes" INTEGER,
    "objectives" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "order" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "modules_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "lessons" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "course_id" UUID NOT NULL,
    "module_id" UUID NOT NULL,
    "key" TEXT,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "duration_minutes" INTEGER,
    "objectives" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "order" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lessons_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "blocks" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "course_id" UUID NOT NULL,
    "lesson_id" UUID NOT NULL,
    "key" TEXT,
    "type" TEXT NOT NULL,
    "content" JSON NOT NULL,
    "order" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blocks_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "search_entries" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "course_id" UUID NOT NULL,
    "terms" tsvector NOT NULL,

    CONSTRAINT "search_entries_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "search_pending" (
    "workspace_id" UUID NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "id" UUID NOT NULL,

    CONSTRAINT "search_pending_pkey" PRIMARY KEY ("workspace_id","seq")
);

-- CreateTable
CREATE TABLE "search_failures" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "search_failures_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "course_tallies" (
    "workspace_id" UUID NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "status" TEXT NOT NULL,
    "courses" INTEGER NOT NULL,

    CONSTRAINT "course_tallies_pkey" PRIMARY KEY ("workspace_id","seq")
);

-- CreateTable
CREATE TABLE "usage_hours" (
    "workspace_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "requests" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL,

    CONSTRAINT "usage_hours_pkey" PRIMARY KEY ("workspace_id","hour")
);

-- CreateTable
CREATE TABLE "ai_generations" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "caller" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "outcome" TEXT NOT NULL DEFAULT 'running',
    "prompt" TEXT,
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "ms" INTEGER NOT NULL DEFAULT 0,
    "slot" SMALLINT,
    "reserved" BIGINT NOT NULL DEFAULT 0,
    "budget_day" DATE,
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ai_generations_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "ai_budgets" (
    "workspace_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "tokens" BIGINT NOT NULL,

    CONSTRAINT "ai_budgets_pkey" PRIMARY KEY ("workspace_id","day")
);

-- CreateIndex
CREATE INDEX "users_workspace_id_idx" ON "users"("workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_issuer_subject_key" ON "users"("issuer", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_workspace_id_id_idx" ON "api_keys"("workspace_id", "id" DESC);

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "courses_workspace_id_status_id_idx" ON "courses"("workspace_id", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "search_entries_terms_idx" ON "search_entries" USING GIN ("terms");

-- CreateIndex
CREATE INDEX "usage_hours_hour_idx" ON "usage_hours"("hour");

-- CreateIndex
CREATE INDEX "ai_generations_workspace_id_created_at_idx" ON "ai_generations"("workspace_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "ai_generations_workspace_id_caller_outcome_idx" ON "ai_generations"("workspace_id", "caller", "outcome");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "courses" ADD CONSTRAINT "courses_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "modules" ADD CONSTRAINT "modules_workspace_id_course_id_fkey" FOREIGN KEY ("workspace_id", "course_id") REFERENCES "courses"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_workspace_id_module_id_fkey" FOREIGN KEY ("workspace_id", "module_id") REFERENCES "modules"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_workspace_id_lesson_id_fkey" FOREIGN KEY ("workspace_id", "lesson_id") REFERENCES "lessons"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "usage_hours" ADD CONSTRAINT "usage_hours_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Two siblings may swap positions, and two records may swap keys, within one transaction: both are checked at commit.
ALTER TABLE "modules"
    ADD CONSTRAINT "modules_workspace_id_course_id_order_key" UNIQUE ("workspace_id", "course_id", "order") DEFERRABLE INITIALLY DEFERRED,
    ADD CONSTRAINT "modules_workspace_id_course_id_key_key" UNIQUE ("workspace_id", "course_id", "key") DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "lessons"
    ADD CONSTRAINT "lessons_workspace_id_module_id_order_key" UNIQUE ("workspace_id", "module_id", "order") DEFERRABLE INITIALLY DEFERRED,
    ADD CONSTRAINT "lessons_workspace_id_course_id_key_key" UNIQUE ("workspace_id", "course_id", "key") DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "blocks"
    ADD CONSTRAINT "blocks_workspace_id_lesson_id_order_key" UNIQUE ("workspace_id", "lesson_id", "order") DEFERRABLE INITIALLY DEFERRED,
    ADD CONSTRAINT "blocks_workspace_id_course_id_key_key" UNIQUE ("workspace_id", "course_id", "key") DEFERRABLE INITIALLY DEFERRED;

-- One running generation for each slot of a caller. A Prisma schema cannot express a partial index.
CREATE UNIQUE INDEX "ai_generations_slot" ON "ai_generations" ("workspace_id", "caller", "slot") WHERE "outcome" = 'running';

-- The planner assumes that every row belongs to the workspace of a statement. Otherwise it would expect few rows of an average
-- workspace, read all rows of a large one and filter them, where a statement names records by id or by parent. (These
-- tables have no statement that reads a whole workspace.)
ALTER TABLE "modules" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "lessons" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "blocks" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "search_entries" ALTER COLUMN "workspace_id" SET (n_distinct = 1);

-- Free space on each page lets PostgreSQL update a row without writing its indexes (HOT updates).
ALTER TABLE "courses" SET (fillfactor = 70);
ALTER TABLE "blocks" SET (fillfactor = 85);
