-- Every write of a course or of anything below it increases the tree version; this trigger writes the time with it. A
-- transaction that began earlier may write later, so the time never goes back.
-- The column has no index: with one, PostgreSQL would write all indexes of the course with each change of a block.
CREATE OR REPLACE FUNCTION course_content_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.content_updated_at := greatest(OLD.content_updated_at, now());
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER course_content_updated BEFORE UPDATE OF tree_version ON courses
  FOR EACH ROW EXECUTE FUNCTION course_content_updated();
