-- Finds the position for a module of a course, and increases the tree version of the course.
--   p_course: the course. If NULL, the course that p_module belongs to.
--   p_order: the requested position. If NULL, the position after the last module. If another module has this position, the
--     positions of that module and of all later modules increase by one. Their versions stay the same.
--   p_module: the module to place. NULL for a new module.
-- Returns no row if the course is not in the workspace.
--
-- Every writer locks the course first, and the UPDATE below is this lock. While this function has the lock, no other
-- transaction moves the course or its modules. If another transaction moves one of them while this function waits for the
-- lock, this function raises a serialization failure, and the service runs the transaction again.
CREATE OR REPLACE FUNCTION place_module(p_workspace uuid, p_course uuid, p_order integer, p_module uuid)
RETURNS TABLE ("position" integer, course_id uuid, tree_version integer) LANGUAGE plpgsql AS $$
DECLARE
  parent_id uuid := p_course;
  is_size_check_due boolean;
  last_order integer;
  is_renumbered boolean := false;
BEGIN
  IF p_course IS NULL THEN
    SELECT m.course_id INTO parent_id FROM modules m WHERE m.workspace_id = p_workspace AND m.id = p_module;
  END IF;
  UPDATE courses c SET
    tree_version = CASE WHEN c.status = 'archived' THEN refuse_archived_course(c.id) ELSE c.tree_version + 1 END,
    content_updated_at = greatest(c.content_updated_at, now())
  WHERE c.workspace_id = p_workspace AND c.id = parent_id
  RETURNING c.id, c.tree_version, c.tree_version >= c.next_size_check INTO course_id, tree_version, is_size_check_due;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT (SELECT max(m."order") FROM modules m WHERE m.workspace_id = p_workspace AND m.course_id = parent_id) INTO last_order
  FROM courses c
  WHERE c.workspace_id = p_workspace AND c.id = parent_id
    AND (p_course IS NOT NULL OR EXISTS (
      SELECT 1 FROM modules m WHERE m.workspace_id = p_workspace AND m.id = p_module AND m.course_id = parent_id
    ));
  IF NOT FOUND THEN RAISE EXCEPTION 'the module or its course was moved' USING ERRCODE = 'serialization_failure'; END IF;
  "position" := coalesce(p_order, last_order + 1, 0);
  IF p_module IS NULL AND is_size_check_due THEN PERFORM refuse_full_course(p_workspace, course_id); END IF;
  -- Positions can have gaps, so the number of siblings matters only if the last position is high. A move within the
  -- same parent does not count the record itself. PL/pgSQL evaluates a condition with a query much more slowly, so the
  -- conditions with a query are inside those without one.
  IF p_course IS NOT NULL AND last_order >= 9999 THEN
    IF (
      SELECT count(*) FROM modules m WHERE m.workspace_id = p_workspace AND m.course_id = parent_id
        AND m.id IS DISTINCT FROM p_module
    ) >= 10000 THEN
      RAISE EXCEPTION 'the course has 10,000 modules, which violates check constraint "sibling_count"'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'sibling_count';
    END IF;
  END IF;
  -- A request may name a position of at most 1,000,000,000. If a record would get a higher one, the siblings get the
  -- positions from 0 without gaps, and this one comes before the sibling with the requested position, or last.
  IF last_order >= 1000000000 THEN
    is_renumbered := p_order IS NULL OR p_order > 1000000000 OR EXISTS (
      SELECT 1 FROM modules m
      WHERE m.workspace_id = p_workspace AND m.course_id = parent_id AND m."order" = p_order
        AND m.id IS DISTINCT FROM p_module
    );
  END IF;
  IF is_renumbered THEN
    "position" := (
      SELECT count(*) FROM modules m
      WHERE m.workspace_id = p_workspace AND m.course_id = parent_id AND m.id IS DISTINCT FROM p_module
        AND (p_order IS NULL OR m."order" < p_order)
    );
    UPDATE modules m SET "order" = n.place FROM (
      SELECT s.id, row_number() OVER (ORDER BY s."order", s.id) - CASE WHEN s."order" >= p_order THEN 0 ELSE 1 END AS place
      FROM modules s
      WHERE s.workspace_id = p_workspace AND s.course_id = parent_id AND s.id IS DISTINCT FROM p_module
    ) n
    WHERE m.workspace_id = p_workspace AND m.id = n.id;
  ELSIF p_order IS NOT NULL THEN
    IF EXISTS (
      SELECT 1 FROM modules m
      WHERE m.workspace_id = p_workspace AND m.course_id = parent_id AND m."order" = p_order
        AND m.id IS DISTINCT FROM p_module
    ) THEN
      UPDATE modules m SET "order" = m."order" + 1
      WHERE m.workspace_id = p_workspace AND m.course_id = parent_id AND m."order" >= p_order
        AND m.id IS DISTINCT FROM p_module;
    END IF;
  END IF;
  RETURN NEXT;
END $$;
