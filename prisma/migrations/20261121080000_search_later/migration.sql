-- CreateTable
CREATE TABLE "search_pending" (
    "workspace_id" UUID NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "id" UUID NOT NULL,

    CONSTRAINT "search_pending_pkey" PRIMARY KEY ("workspace_id","seq")
);

-- A write notes what changed; its words are looked up later (see search_catch_up), for that takes longer than the write.
DO $make$
DECLARE level record;
BEGIN
  FOR level IN SELECT * FROM (VALUES ('course', 'courses'), ('module', 'modules'), ('lesson', 'lessons'), ('block', 'blocks'))
    AS levels (kind, rows) LOOP
    EXECUTE format($template$
      CREATE OR REPLACE FUNCTION search_add_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        INSERT INTO search_pending (workspace_id, kind, id) SELECT n.workspace_id, %1$L, n.id FROM added n;
        RETURN NULL;
      END $body$;

      CREATE OR REPLACE FUNCTION search_change_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        INSERT INTO search_pending (workspace_id, kind, id) VALUES (NEW.workspace_id, %1$L, NEW.id);
        RETURN NULL;
      END $body$;

      CREATE OR REPLACE FUNCTION search_drop_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        INSERT INTO search_pending (workspace_id, kind, id) SELECT d.workspace_id, %1$L, d.id FROM dropped d;
        RETURN NULL;
      END $body$;
    $template$, level.kind);
  END LOOP;
END $make$;

-- Brings the search entries of a workspace up to what is committed, at most p_most changes at a time, and answers how
-- many it took. One at a time for each workspace, so that an older look never overwrites a newer one; with p_wait false,
-- it leaves the work to whoever is at it.
-- Changes are rows that are only ever added: one that commits later has a row of its own that is still to come.
CREATE FUNCTION search_catch_up(p_workspace uuid, p_most integer, p_wait boolean) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  lock_key bigint := hashtextextended('search:' || p_workspace, 7203998215);
  caught integer;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM search_pending p WHERE p.workspace_id = p_workspace) THEN RETURN 0; END IF;
  IF p_wait THEN
    PERFORM pg_advisory_xact_lock(lock_key);
  ELSIF NOT pg_try_advisory_xact_lock(lock_key) THEN
    RETURN 0;
  END IF;
  WITH taken AS (
    DELETE FROM search_pending p WHERE p.workspace_id = p_workspace AND p.seq IN (
      SELECT f.seq FROM search_pending f WHERE f.workspace_id = p_workspace ORDER BY f.seq LIMIT p_most
    ) RETURNING p.kind, p.id
  ),
  changed AS (SELECT DISTINCT kind, id FROM taken),
  standing AS (
    SELECT n.id, 'course' AS kind, n.workspace_id, n.id AS course_id, search_terms(n.workspace_id, n.name, n.description) AS terms
    FROM changed x JOIN courses n ON n.id = x.id WHERE x.kind = 'course'
    UNION ALL
    SELECT n.id, 'module', n.workspace_id, n.course_id, search_terms(n.workspace_id, n.name, n.description)
    FROM changed x JOIN modules n ON n.id = x.id WHERE x.kind = 'module'
    UNION ALL
    SELECT n.id, 'lesson', n.workspace_id, n.course_id, search_terms(n.workspace_id, n.name, n.description)
    FROM changed x JOIN lessons n ON n.id = x.id WHERE x.kind = 'lesson'
    UNION ALL
    SELECT n.id, 'block', n.workspace_id, n.course_id, search_terms(n.workspace_id, NULL, content_text(n.content))
    FROM changed x JOIN blocks n ON n.id = x.id WHERE x.kind = 'block'
  ),
  put AS (
    INSERT INTO search_entries AS e (id, kind, workspace_id, course_id, terms)
    SELECT s.id, s.kind, s.workspace_id, s.course_id, s.terms FROM standing s
    ON CONFLICT (id) DO UPDATE SET course_id = excluded.course_id, terms = excluded.terms
    WHERE (e.course_id, e.terms) IS DISTINCT FROM (excluded.course_id, excluded.terms)
  ),
  gone AS (
    DELETE FROM search_entries e USING changed x
    WHERE e.id = x.id AND NOT EXISTS (SELECT 1 FROM standing s WHERE s.id = x.id)
  )
  SELECT count(*) INTO caught FROM taken;
  RETURN caught;
END $$;

-- place_module, place_lesson, place_block as before, with two statements where there were four: the course is found and
-- locked in one, and what was read before the lock is looked at again with the place. Every writer locks the course
-- first, so under its lock nobody moves the parent or its children.
DO $make$
DECLARE level record;
BEGIN
  FOR level IN SELECT * FROM (VALUES
    ('place_module', 'modules', 'courses', 'course_id', 'id'),
    ('place_lesson', 'lessons', 'modules', 'module_id', 'course_id'),
    ('place_block', 'blocks', 'lessons', 'lesson_id', 'course_id')
  ) AS levels (name, children, parents, parent_id, course_id) LOOP
    EXECUTE format($template$
      CREATE OR REPLACE FUNCTION %1$I(p_workspace uuid, p_parent uuid, p_order integer, p_self uuid)
      RETURNS TABLE (spot integer, course uuid) LANGUAGE plpgsql AS $body$
      DECLARE parent uuid := p_parent;
      BEGIN
        IF p_parent IS NULL THEN
          SELECT t.%4$I INTO parent FROM %2$I t WHERE t.id = p_self AND t.workspace_id = p_workspace;
        END IF;
        UPDATE courses c SET tree_version = c.tree_version + 1 FROM %3$I p
        WHERE p.id = parent AND p.workspace_id = p_workspace AND c.id = p.%5$I RETURNING c.id INTO course;
        IF NOT FOUND THEN RETURN; END IF;
        SELECT coalesce(p_order, (SELECT max(t."order") + 1 FROM %2$I t WHERE t.%4$I = parent), 0) INTO spot FROM %3$I p
        WHERE p.id = parent AND p.workspace_id = p_workspace AND p.%5$I = course
          AND (p_parent IS NOT NULL OR EXISTS (SELECT 1 FROM %2$I t WHERE t.id = p_self AND t.%4$I = parent));
        IF NOT FOUND THEN RAISE EXCEPTION 'moved meanwhile' USING ERRCODE = 'serialization_failure'; END IF;
        IF p_order IS NOT NULL AND EXISTS (
          SELECT 1 FROM %2$I t WHERE t.%4$I = parent AND t."order" = p_order AND t.id IS DISTINCT FROM p_self
        ) THEN
          UPDATE %2$I t SET "order" = t."order" + 1, version = t.version + 1, updated_at = now()
          WHERE t.%4$I = parent AND t."order" >= p_order AND t.id IS DISTINCT FROM p_self;
        END IF;
        RETURN NEXT;
      END $body$
    $template$, level.name, level.children, level.parents, level.parent_id, level.course_id);
  END LOOP;
END $make$;

-- Room on each page, so that a row that changes stays where its index entries point.
ALTER TABLE courses SET (fillfactor = 70);
ALTER TABLE blocks SET (fillfactor = 85);
