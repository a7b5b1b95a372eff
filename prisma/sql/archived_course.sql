-- Refuses every write to an archived course. Every write of a course, or of anything below it, increases the tree version of
-- the course, so a trigger for this column sees all writes. A write that also changes the status is allowed: it takes the
-- course out of the archive.
CREATE OR REPLACE FUNCTION refuse_change_of_archived_course() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The course is archived. Unarchive it first.'
    USING ERRCODE = 'CW409', DETAIL = json_build_object('reason', 'course_archived', 'courseId', OLD.id)::text;
END $$;

CREATE OR REPLACE TRIGGER course_archived BEFORE UPDATE OF tree_version ON courses
  FOR EACH ROW WHEN (OLD.status = 'archived' AND NEW.status = 'archived' AND OLD.tree_version <> NEW.tree_version)
  EXECUTE FUNCTION refuse_change_of_archived_course();
