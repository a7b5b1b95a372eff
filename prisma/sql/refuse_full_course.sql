-- Raises an error if a course already has 50,000 modules, lessons and blocks, so that it may get no more.
--
-- Requests that write several records count all records of the course, so a course has at most 50,000 after them. Each
-- request that creates one record increases the tree version, and counts the records only if the tree version has reached
-- courses.next_size_check. This is 5,000 at first. After each count it increases: at most by 1,000, and at most by the
-- number of records that the course may still get. So a course never has more than 55,000 records.
DROP FUNCTION IF EXISTS refuse_full_course(uuid, uuid, integer);
CREATE OR REPLACE FUNCTION refuse_full_course(p_workspace uuid, p_course uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  records integer;
BEGIN
  records := (SELECT count(*) FROM blocks b WHERE b.workspace_id = p_workspace AND b.course_id = p_course)
    + (SELECT count(*) FROM lessons l WHERE l.workspace_id = p_workspace AND l.course_id = p_course)
    + (SELECT count(*) FROM modules m WHERE m.workspace_id = p_workspace AND m.course_id = p_course);
  IF records >= 50000 THEN
    RAISE EXCEPTION 'the course has 50,000 records, which violates check constraint "course_records"'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'course_records';
  END IF;
  UPDATE courses c SET next_size_check = c.tree_version + least(50000 - records, 1000)
  WHERE c.workspace_id = p_workspace AND c.id = p_course;
END $$;
