-- The number of courses of a workspace is the sum of its rows in course_tallies. A write inserts a row with 1 or -1 and
-- updates no row, so that writers do not wait for each other. A scheduled job replaces many rows by their sum
-- (course_tallies_add_up).
CREATE OR REPLACE FUNCTION course_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO course_tallies (workspace_id, status, courses) VALUES (OLD.workspace_id, OLD.status, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO course_tallies (workspace_id, status, courses) VALUES (NEW.workspace_id, NEW.status, 1);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER course_tally_change AFTER INSERT OR DELETE ON courses
  FOR EACH ROW EXECUTE FUNCTION course_tally();
CREATE OR REPLACE TRIGGER course_tally_status AFTER UPDATE OF status ON courses
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION course_tally();
