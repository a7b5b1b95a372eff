-- Every write of a course, or of anything below it, increases its tree version. So this trigger refuses all of them while the
-- course is archived, whichever statement writes. A write that changes the status is the end of the archive.
CREATE OR REPLACE FUNCTION refuse_change_of_archived_course() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The course is archived. Unarchive it first.'
    USING ERRCODE = 'CW409', DETAIL = json_build_object('reason', 'course_archived', 'courseId', OLD.id)::text;
END $$;

CREATE OR REPLACE TRIGGER course_archived BEFORE UPDATE OF tree_version ON courses
  FOR EACH ROW WHEN (OLD.status = 'archived' AND NEW.status = 'archived' AND OLD.tree_version <> NEW.tree_version)
  EXECUTE FUNCTION refuse_change_of_archived_course();
