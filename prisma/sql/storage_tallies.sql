-- Generated from the fields in src/courses/records by `npm run migration`.
-- The storage of a workspace is the sum of its rows in storage_tallies. A write inserts a row with the bytes that it adds or
-- frees, and updates no row, so that writers do not wait for each other (storage_add_up.sql adds the rows up).
-- A statement that writes modules, lessons and blocks counts their bytes itself: it writes up to 10,000 records at once, and a
-- trigger for each would make it slower. A statement that writes only one puts the bytes into its row of changes, and
-- search_index.sql adds them up when it marks that row.

CREATE OR REPLACE FUNCTION storage_note_courses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  difference bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN difference := 500 + coalesce(octet_length(NEW."key"), 0) + octet_length(NEW."name") + coalesce(octet_length(NEW."description"), 0) + coalesce(octet_length(NEW."language"), 0) + coalesce(octet_length(NEW."difficulty"), 0) + coalesce(octet_length(NEW."objectives"::text), 0) + coalesce(octet_length(NEW."tags"::text), 0) + coalesce(octet_length(NEW."authors"::text), 0) + coalesce(octet_length(NEW."license"), 0) + coalesce(octet_length(NEW."cover_asset_id"), 0) + coalesce(octet_length(NEW."attributes"::text), 0) + coalesce(octet_length(NEW."slug"), 0) + octet_length(NEW."visibility"); END IF;
  IF TG_OP <> 'INSERT' THEN difference := difference - (500 + coalesce(octet_length(OLD."key"), 0) + octet_length(OLD."name") + coalesce(octet_length(OLD."description"), 0) + coalesce(octet_length(OLD."language"), 0) + coalesce(octet_length(OLD."difficulty"), 0) + coalesce(octet_length(OLD."objectives"::text), 0) + coalesce(octet_length(OLD."tags"::text), 0) + coalesce(octet_length(OLD."authors"::text), 0) + coalesce(octet_length(OLD."license"), 0) + coalesce(octet_length(OLD."cover_asset_id"), 0) + coalesce(octet_length(OLD."attributes"::text), 0) + coalesce(octet_length(OLD."slug"), 0) + octet_length(OLD."visibility")); END IF;
  IF difference <> 0 THEN
    INSERT INTO storage_tallies (workspace_id, kind, bytes)
    VALUES (CASE WHEN TG_OP = 'DELETE' THEN OLD.workspace_id ELSE NEW.workspace_id END, 'drafts', difference);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER storage_insert AFTER INSERT ON courses
  FOR EACH ROW EXECUTE FUNCTION storage_note_courses();
CREATE OR REPLACE TRIGGER storage_update AFTER UPDATE OF key, "name", "description", "language", "difficulty", "duration_minutes", "objectives", "tags", "authors", "license", "cover_asset_id", "attributes", "slug", "visibility" ON courses
  FOR EACH ROW EXECUTE FUNCTION storage_note_courses();

CREATE OR REPLACE FUNCTION storage_note_releases() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  difference bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN difference := 500 + octet_length(NEW.outline::text); END IF;
  IF TG_OP <> 'INSERT' THEN difference := difference - (500 + octet_length(OLD.outline::text)); END IF;
  IF difference <> 0 THEN
    INSERT INTO storage_tallies (workspace_id, kind, bytes)
    VALUES (CASE WHEN TG_OP = 'DELETE' THEN OLD.workspace_id ELSE NEW.workspace_id END, 'releases', difference);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER storage_change AFTER INSERT OR DELETE OR UPDATE OF outline ON releases
  FOR EACH ROW EXECUTE FUNCTION storage_note_releases();

CREATE OR REPLACE FUNCTION storage_note_release_nodes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  difference bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN difference := 500 + octet_length(NEW.body::text) + coalesce(octet_length(NEW.learner_body::text), 0); END IF;
  IF TG_OP <> 'INSERT' THEN difference := difference - (500 + octet_length(OLD.body::text) + coalesce(octet_length(OLD.learner_body::text), 0)); END IF;
  IF difference <> 0 THEN
    INSERT INTO storage_tallies (workspace_id, kind, bytes)
    VALUES (CASE WHEN TG_OP = 'DELETE' THEN OLD.workspace_id ELSE NEW.workspace_id END, 'releases', difference);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER storage_change AFTER INSERT OR DELETE OR UPDATE OF body, learner_body ON release_nodes
  FOR EACH ROW EXECUTE FUNCTION storage_note_release_nodes();

CREATE OR REPLACE FUNCTION storage_note_assets() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  difference bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN difference := 500 + NEW.bytes; END IF;
  IF TG_OP <> 'INSERT' THEN difference := difference - (500 + OLD.bytes); END IF;
  IF difference <> 0 THEN
    INSERT INTO storage_tallies (workspace_id, kind, bytes)
    VALUES (CASE WHEN TG_OP = 'DELETE' THEN OLD.workspace_id ELSE NEW.workspace_id END, 'assets', difference);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER storage_change AFTER INSERT OR DELETE OR UPDATE OF bytes ON assets
  FOR EACH ROW EXECUTE FUNCTION storage_note_assets();
