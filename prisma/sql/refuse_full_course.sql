-- Raises an error if a course already has 50,000 modules, lessons and blocks, so that it may get no more.
--   p_changes: the tree version of the course.
--
-- Requests that write several records count all records of the course, so a course has at most 50,000 after them. Each
-- request that creates one record increases the tree version. So a course with fewer than 5,000 changes has fewer than
-- 55,000 records, and the records of such a course need not be counted.
CREATE OR REPLACE FUNCTION refuse_full_course(p_workspace uuid, p_course uuid, p_changes integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_changes < 5000 THEN RETURN; END IF;
  IF (SELECT count(*) FROM blocks b WHERE b.workspace_id = p_workspace AND b.course_id = p_course)
    + (SELECT count(*) FROM lessons l WHERE l.workspace_id = p_workspace AND l.course_id = p_course)
    + (SELECT count(*) FROM modules m WHERE m.workspace_id = p_workspace AND m.course_id = p_course) >= 50000
  THEN
    RAISE EXCEPTION 'the course has 50,000 records' USING ERRCODE = 'check_violation', CONSTRAINT = 'course_records';
  END IF;
END $$;
