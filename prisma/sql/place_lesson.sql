-- Finds the position for a lesson of a module, and increases the tree version of the course.
--   p_module: the module. If NULL, the module that p_lesson belongs to.
--   p_order: the requested position. If NULL, the position after the last lesson. If another lesson has this position, the
--     positions of that lesson and of all later lessons increase by one. Their versions stay the same.
--   p_lesson: the lesson to place. NULL for a new lesson.
-- Returns no row if the module is not in the workspace.
--
-- Every writer locks the course first, and the UPDATE below is this lock. While this function has the lock, no other
-- transaction moves the module or its lessons. If another transaction moves one of them while this function waits for the
-- lock, this function raises a serialization failure, and the service runs the transaction again.
-- Its id comes from a subquery. With a join, a plan that was made for small tables reads all courses and modules of the workspace.
CREATE OR REPLACE FUNCTION place_lesson(p_workspace uuid, p_module uuid, p_order integer, p_lesson uuid)
RETURNS TABLE ("position" integer, course_id uuid, tree_version integer) LANGUAGE plpgsql AS $$
DECLARE
  parent_id uuid := p_module;
  is_size_check_due boolean;
  last_order integer;
  is_renumbered boolean := false;
BEGIN
  IF p_module IS NULL THEN
    SELECT l.module_id INTO parent_id FROM lessons l WHERE l.workspace_id = p_workspace AND l.id = p_lesson;
  END IF;
  UPDATE courses c SET
    tree_version = CASE WHEN c.status = 'archived' THEN refuse_archived_course(c.id) ELSE c.tree_version + 1 END,
    content_updated_at = greatest(c.content_updated_at, now())
  WHERE c.workspace_id = p_workspace
    AND c.id = (SELECT m.course_id FROM modules m WHERE m.workspace_id = p_workspace AND m.id = parent_id)
  RETURNING c.id, c.tree_version, c.tree_version >= c.next_size_check INTO course_id, tree_version, is_size_check_due;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT (SELECT max(l."order") FROM lessons l WHERE l.workspace_id = p_workspace AND l.module_id = parent_id) INTO last_order
  FROM modules m
  WHERE m.workspace_id = p_workspace AND m.id = parent_id AND m.course_id = place_lesson.course_id
    AND (p_module IS NOT NULL OR EXISTS (
      SELECT 1 FROM lessons l WHERE l.workspace_id = p_workspace AND l.id = p_lesson AND l.module_id = parent_id
    ));
  IF NOT FOUND THEN RAISE EXCEPTION 'the lesson or its module was moved' USING ERRCODE = 'serialization_failure'; END IF;
  "position" := coalesce(p_order, last_order + 1, 0);
  IF p_lesson IS NULL AND is_size_check_due THEN PERFORM refuse_full_course(p_workspace, course_id); END IF;
  -- Positions can have gaps, so the number of siblings matters only if the last position is high. A move within the
  -- same parent does not count the record itself. PL/pgSQL evaluates a condition with a query much more slowly, so the
  -- conditions with a query are inside those without one.
  IF p_module IS NOT NULL AND last_order >= 9999 THEN
    IF (
      SELECT count(*) FROM lessons l WHERE l.workspace_id = p_workspace AND l.module_id = parent_id
        AND l.id IS DISTINCT FROM p_lesson
    ) >= 10000 THEN
      RAISE EXCEPTION 'the module has 10,000 lessons, which violates check constraint "sibling_count"'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'sibling_count';
    END IF;
  END IF;
  -- A request may name a position of at most 1,000,000,000. If a record would get a higher one, the siblings get the
  -- positions from 0 without gaps, and this one comes before the sibling with the requested position, or last.
  IF last_order >= 1000000000 THEN
    is_renumbered := p_order IS NULL OR p_order > 1000000000 OR EXISTS (
      SELECT 1 FROM lessons l
      WHERE l.workspace_id = p_workspace AND l.module_id = parent_id AND l."order" = p_order
        AND l.id IS DISTINCT FROM p_lesson
    );
  END IF;
  IF is_renumbered THEN
    "position" := (
      SELECT count(*) FROM lessons l
      WHERE l.workspace_id = p_workspace AND l.module_id = parent_id AND l.id IS DISTINCT FROM p_lesson
        AND (p_order IS NULL OR l."order" < p_order)
    );
    UPDATE lessons l SET "order" = n.place FROM (
      SELECT s.id, row_number() OVER (ORDER BY s."order", s.id) - CASE WHEN s."order" >= p_order THEN 0 ELSE 1 END AS place
      FROM lessons s
      WHERE s.workspace_id = p_workspace AND s.module_id = parent_id AND s.id IS DISTINCT FROM p_lesson
    ) n
    WHERE l.workspace_id = p_workspace AND l.id = n.id;
  ELSIF p_order IS NOT NULL THEN
    IF EXISTS (
      SELECT 1 FROM lessons l
      WHERE l.workspace_id = p_workspace AND l.module_id = parent_id AND l."order" = p_order
        AND l.id IS DISTINCT FROM p_lesson
    ) THEN
      UPDATE lessons l SET "order" = l."order" + 1
      WHERE l.workspace_id = p_workspace AND l.module_id = parent_id AND l."order" >= p_order
        AND l.id IS DISTINCT FROM p_lesson;
    END IF;
  END IF;
  RETURN NEXT;
END $$;
