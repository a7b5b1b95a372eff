-- place_module, place_lesson, place_block as before, but sure of where they are: a node or its parent can move to another
-- parent or course while this waits for the course, so what was read before the lock is looked at again after it. Where
-- it no longer holds, the whole is given up as a serialization failure and run again by the service: to go on from here
-- would be to hold one course and wait for another. A move holds the courses on both sides, so under the lock nothing
-- moves any more.
-- p_parent NULL: the parent that p_self stands under.
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
        SELECT p.%5$I INTO course FROM %3$I p WHERE p.id = parent AND p.workspace_id = p_workspace;
        IF NOT FOUND THEN RETURN; END IF;
        UPDATE courses c SET tree_version = c.tree_version + 1 WHERE c.id = course;
        PERFORM 1 FROM %3$I p WHERE p.id = parent AND p.workspace_id = p_workspace AND p.%5$I = course
          AND (p_parent IS NOT NULL OR EXISTS (SELECT 1 FROM %2$I t WHERE t.id = p_self AND t.%4$I = parent))
          FOR NO KEY UPDATE;
        IF NOT FOUND THEN RAISE EXCEPTION 'moved meanwhile' USING ERRCODE = 'serialization_failure'; END IF;
        IF p_order IS NULL THEN
          SELECT coalesce(max(t."order") + 1, 0) INTO spot FROM %2$I t WHERE t.%4$I = parent;
        ELSE
          spot := p_order;
          IF EXISTS (SELECT 1 FROM %2$I t WHERE t.%4$I = parent AND t."order" = p_order AND t.id IS DISTINCT FROM p_self) THEN
            UPDATE %2$I t SET "order" = t."order" + 1, version = t.version + 1, updated_at = now()
            WHERE t.%4$I = parent AND t."order" >= p_order AND t.id IS DISTINCT FROM p_self;
          END IF;
        END IF;
        RETURN NEXT;
      END $body$
    $template$, level.name, level.children, level.parents, level.parent_id, level.course_id);
  END LOOP;
END $make$;
