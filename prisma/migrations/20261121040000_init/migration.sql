-- CreateTable
CREATE TABLE "workspaces" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
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

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "courses" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "language" TEXT,
    "difficulty" TEXT,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "version" INTEGER NOT NULL DEFAULT 1,
    "tree_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "courses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "modules" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "course_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "order" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "modules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lessons" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "course_id" UUID NOT NULL,
    "module_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "order" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lessons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "blocks" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "course_id" UUID NOT NULL,
    "lesson_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "content" JSON NOT NULL,
    "order" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blocks_pkey" PRIMARY KEY ("id")
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
CREATE INDEX "courses_workspace_id_id_idx" ON "courses"("workspace_id", "id" DESC);

-- CreateIndex
CREATE INDEX "courses_workspace_id_status_id_idx" ON "courses"("workspace_id", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "lessons_course_id_idx" ON "lessons"("course_id");

-- CreateIndex
CREATE INDEX "blocks_course_id_idx" ON "blocks"("course_id");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "courses" ADD CONSTRAINT "courses_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "modules" ADD CONSTRAINT "modules_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_module_id_fkey" FOREIGN KEY ("module_id") REFERENCES "modules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_lesson_id_fkey" FOREIGN KEY ("lesson_id") REFERENCES "lessons"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A position is taken once among siblings; checked at commit, so that siblings can change places in one transaction.
ALTER TABLE "modules" ADD CONSTRAINT "modules_course_id_order_key" UNIQUE ("course_id", "order") DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_module_id_order_key" UNIQUE ("module_id", "order") DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_lesson_id_order_key" UNIQUE ("lesson_id", "order") DEFERRABLE INITIALLY DEFERRED;

-- place_module, place_lesson, place_block: makes room for a child of p_parent and says at which order.
--   p_order NULL: after the last. Free: as it is. Taken by another than p_self: the siblings from there on move up by one.
-- No row where the parent is not in the workspace. Locks the course and then the parent (always in that order, as a
-- cascading delete does), so writers of one parent stand in line, and each statement below sees what the last one wrote.
DO $make$
DECLARE level record;
BEGIN
  FOR level IN SELECT * FROM (VALUES
    ('place_module', 'modules', 'courses', 'course_id', 'id'),
    ('place_lesson', 'lessons', 'modules', 'module_id', 'course_id'),
    ('place_block', 'blocks', 'lessons', 'lesson_id', 'course_id')
  ) AS levels (name, children, parents, parent_id, course_id) LOOP
    EXECUTE format($template$
      CREATE FUNCTION %1$I(p_workspace uuid, p_parent uuid, p_order integer, p_self uuid)
      RETURNS TABLE (spot integer, course uuid) LANGUAGE plpgsql AS $body$
      BEGIN
        SELECT p.%5$I INTO course FROM %3$I p WHERE p.id = p_parent AND p.workspace_id = p_workspace;
        UPDATE courses c SET tree_version = c.tree_version + 1 WHERE c.id = course;
        PERFORM 1 FROM %3$I p WHERE p.id = p_parent AND p.workspace_id = p_workspace FOR NO KEY UPDATE;
        IF NOT FOUND THEN RETURN; END IF;
        IF p_order IS NULL THEN
          SELECT coalesce(max(t."order") + 1, 0) INTO spot FROM %2$I t WHERE t.%4$I = p_parent;
        ELSE
          spot := p_order;
          IF EXISTS (SELECT 1 FROM %2$I t WHERE t.%4$I = p_parent AND t."order" = p_order AND t.id IS DISTINCT FROM p_self) THEN
            UPDATE %2$I t SET "order" = t."order" + 1, version = t.version + 1, updated_at = now()
            WHERE t.%4$I = p_parent AND t."order" >= p_order AND t.id IS DISTINCT FROM p_self;
          END IF;
        END IF;
        RETURN NEXT;
      END $body$
    $template$, level.name, level.children, level.parents, level.parent_id, level.course_id);
  END LOOP;
END $make$;
