-- Generated from the fields in src/courses/records by `npm run migration`.
-- Every insert, text change, move and delete of a course, module, lesson or block adds a row to search_pending. The search
-- entries are written later (search_catch_up_batch), because that takes longer than the write itself.
-- A statement that inserts modules, lessons or blocks writes these rows itself: it inserts up to 10,000 at once, and a row
-- trigger for each would cost it 8 %. A trigger with transition tables could not run on the distributed tables of a cluster.
-- A statement that updates many of them writes these rows itself too, and turns its triggers off with the setting
-- coursewright.search_triggers.
CREATE OR REPLACE FUNCTION search_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO search_pending (workspace_id, kind, id) VALUES (OLD.workspace_id, TG_ARGV[0], OLD.id);
  ELSE
    INSERT INTO search_pending (workspace_id, kind, id) VALUES (NEW.workspace_id, TG_ARGV[0], NEW.id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER search_change AFTER INSERT OR DELETE ON courses
  FOR EACH ROW EXECUTE FUNCTION search_note_change('course');
CREATE OR REPLACE TRIGGER search_update AFTER UPDATE OF "name", "description", "objectives" ON courses
  FOR EACH ROW WHEN ((OLD."name", OLD."description", OLD."objectives")
    IS DISTINCT FROM (NEW."name", NEW."description", NEW."objectives")) EXECUTE FUNCTION search_note_change('course');

CREATE OR REPLACE TRIGGER search_delete AFTER DELETE ON modules
  FOR EACH ROW EXECUTE FUNCTION search_note_change('module');
CREATE OR REPLACE TRIGGER search_update AFTER UPDATE OF "name", "description", "objectives", course_id ON modules
  FOR EACH ROW WHEN (current_setting('coursewright.search_triggers', true) IS DISTINCT FROM 'off' AND (OLD."name", OLD."description", OLD."objectives", OLD.course_id)
    IS DISTINCT FROM (NEW."name", NEW."description", NEW."objectives", NEW.course_id)) EXECUTE FUNCTION search_note_change('module');

CREATE OR REPLACE TRIGGER search_delete AFTER DELETE ON lessons
  FOR EACH ROW EXECUTE FUNCTION search_note_change('lesson');
CREATE OR REPLACE TRIGGER search_update AFTER UPDATE OF "name", "description", "objectives", course_id ON lessons
  FOR EACH ROW WHEN (current_setting('coursewright.search_triggers', true) IS DISTINCT FROM 'off' AND (OLD."name", OLD."description", OLD."objectives", OLD.course_id)
    IS DISTINCT FROM (NEW."name", NEW."description", NEW."objectives", NEW.course_id)) EXECUTE FUNCTION search_note_change('lesson');

CREATE OR REPLACE TRIGGER search_delete AFTER DELETE ON blocks
  FOR EACH ROW EXECUTE FUNCTION search_note_change('block');
CREATE OR REPLACE TRIGGER search_update AFTER UPDATE OF "content", course_id ON blocks
  FOR EACH ROW WHEN (current_setting('coursewright.search_triggers', true) IS DISTINCT FROM 'off' AND (OLD."content"::text, OLD.course_id)
    IS DISTINCT FROM (NEW."content"::text, NEW.course_id)) EXECUTE FUNCTION search_note_change('block');

-- The language of a course says whether its texts are searched by the parts of compounds.
CREATE OR REPLACE FUNCTION search_note_language() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_pending (workspace_id, kind, id) SELECT n.workspace_id, 'course', n.id FROM courses n
    WHERE n.workspace_id = NEW.workspace_id AND n.id = NEW.id;
  INSERT INTO search_pending (workspace_id, kind, id) SELECT n.workspace_id, 'module', n.id FROM modules n
    WHERE n.workspace_id = NEW.workspace_id AND n.course_id = NEW.id;
  INSERT INTO search_pending (workspace_id, kind, id) SELECT n.workspace_id, 'lesson', n.id FROM lessons n
    WHERE n.workspace_id = NEW.workspace_id AND n.course_id = NEW.id;
  INSERT INTO search_pending (workspace_id, kind, id) SELECT n.workspace_id, 'block', n.id FROM blocks n
    WHERE n.workspace_id = NEW.workspace_id AND n.course_id = NEW.id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER search_language AFTER UPDATE OF language ON courses
  FOR EACH ROW WHEN (search_compounding(OLD.language) IS DISTINCT FROM search_compounding(NEW.language))
  EXECUTE FUNCTION search_note_language();
