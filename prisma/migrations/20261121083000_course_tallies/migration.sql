-- CreateTable
CREATE TABLE "course_tallies" (
    "workspace_id" UUID NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "status" TEXT NOT NULL,
    "courses" INTEGER NOT NULL,

    CONSTRAINT "course_tallies_pkey" PRIMARY KEY ("workspace_id","seq")
);

-- How many courses a workspace has is the sum of its rows here. A write adds a row and changes none, so that writers do
-- not wait for each other; a chore adds rows up (course_tallies_add_up).
CREATE FUNCTION course_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO course_tallies (workspace_id, status, courses)
    SELECT d.workspace_id, d.status, -count(*) FROM dropped d GROUP BY d.workspace_id, d.status;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO course_tallies (workspace_id, status, courses)
    SELECT a.workspace_id, a.status, count(*) FROM added a GROUP BY a.workspace_id, a.status;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION course_tally_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO course_tallies (workspace_id, status, courses)
  VALUES (OLD.workspace_id, OLD.status, -1), (NEW.workspace_id, NEW.status, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER course_tally_add AFTER INSERT ON courses REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION course_tally();
CREATE TRIGGER course_tally_drop AFTER DELETE ON courses REFERENCING OLD TABLE AS dropped
  FOR EACH STATEMENT EXECUTE FUNCTION course_tally();
CREATE TRIGGER course_tally_change AFTER UPDATE OF status ON courses
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION course_tally_status();

INSERT INTO course_tallies (workspace_id, status, courses)
SELECT c.workspace_id, c.status, count(*) FROM courses c GROUP BY c.workspace_id, c.status;

-- Puts the sum of a workspace's rows in their place, in one statement: whoever reads sees all of them or their sum.
CREATE FUNCTION course_tallies_add_up(p_workspace uuid) RETURNS void LANGUAGE sql AS $$
  WITH taken AS (DELETE FROM course_tallies t WHERE t.workspace_id = p_workspace RETURNING t.status, t.courses)
  INSERT INTO course_tallies (workspace_id, status, courses)
  SELECT p_workspace, t.status, sum(t.courses) FROM taken t GROUP BY t.status HAVING sum(t.courses) <> 0
$$;
