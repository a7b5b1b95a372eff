-- The uses of files are the rows of asset_uses. Triggers write them, only for content that names a file, so that other writes
-- cost no more than before. The place is draft, release or trash; the holder is the row that has the content.

-- Returns the files that a JSON text names: as a member such as "assetId" or "cover_asset_id", or as asset:ID in Markdown.
CREATE OR REPLACE FUNCTION asset_ids_in(p_text text) RETURNS SETOF uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT m[1]::uuid FROM regexp_matches(
    p_text,
    '[Aa]sset(?:_?[Ii]d" ?: ?"|:)([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12})',
    'g'
  ) AS r (m)
$$;

CREATE OR REPLACE FUNCTION asset_uses_replace(p_tenant uuid, p_place text, p_holder text, p_text text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM asset_uses u WHERE u.workspace_id = p_tenant AND u.place = p_place AND u.holder = p_holder;
  INSERT INTO asset_uses (workspace_id, asset_id, place, holder)
  SELECT p_tenant, i.id, p_place, p_holder FROM asset_ids_in(p_text) AS i (id);
END $$;

CREATE OR REPLACE FUNCTION asset_uses_note_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN PERFORM asset_uses_replace(OLD.workspace_id, 'draft', OLD.id::text, NULL);
  ELSE PERFORM asset_uses_replace(NEW.workspace_id, 'draft', NEW.id::text, NEW.content::text); END IF;
  RETURN NULL;
END $$;

-- Courses, modules and lessons name files in their descriptions, and courses one as their cover.
CREATE OR REPLACE FUNCTION asset_uses_note_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN PERFORM asset_uses_replace(OLD.workspace_id, 'draft', OLD.id::text, NULL);
  ELSE PERFORM asset_uses_replace(
    NEW.workspace_id, 'draft', NEW.id::text, concat('"assetId":"', to_jsonb(NEW) ->> 'cover_asset_id', '" ', NEW.description)
  ); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION asset_uses_note_trash_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN PERFORM asset_uses_replace(OLD.workspace_id, 'trash', OLD.trash_id || ' ' || OLD.id, NULL);
  ELSE PERFORM asset_uses_replace(NEW.workspace_id, 'trash', NEW.trash_id || ' ' || NEW.id, NEW.body::text); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION asset_uses_note_release_nodes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN PERFORM asset_uses_replace(OLD.workspace_id, 'release', OLD.hash, NULL);
  ELSE PERFORM asset_uses_replace(NEW.workspace_id, 'release', NEW.hash, NEW.body::text); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION asset_uses_note_releases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN PERFORM asset_uses_replace(OLD.workspace_id, 'release', OLD.id::text, NULL);
  ELSE PERFORM asset_uses_replace(NEW.workspace_id, 'release', NEW.id::text, NEW.outline::text); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asset_uses_insert AFTER INSERT ON blocks
  FOR EACH ROW WHEN (NEW.content::text LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_blocks();
CREATE OR REPLACE TRIGGER asset_uses_update AFTER UPDATE OF content ON blocks
  FOR EACH ROW WHEN (OLD.content::text LIKE '%sset%' OR NEW.content::text LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_blocks();
CREATE OR REPLACE TRIGGER asset_uses_delete AFTER DELETE ON blocks
  FOR EACH ROW WHEN (OLD.content::text LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_blocks();

CREATE OR REPLACE TRIGGER asset_uses_insert AFTER INSERT ON courses
  FOR EACH ROW WHEN (NEW.cover_asset_id IS NOT NULL OR NEW.description LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_records();
CREATE OR REPLACE TRIGGER asset_uses_update AFTER UPDATE OF cover_asset_id, description ON courses
  FOR EACH ROW WHEN (
    coalesce(OLD.cover_asset_id, NEW.cover_asset_id) IS NOT NULL OR OLD.description LIKE '%sset%' OR NEW.description LIKE '%sset%'
  ) EXECUTE FUNCTION asset_uses_note_records();
CREATE OR REPLACE TRIGGER asset_uses_delete AFTER DELETE ON courses
  FOR EACH ROW WHEN (OLD.cover_asset_id IS NOT NULL OR OLD.description LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_records();

CREATE OR REPLACE TRIGGER asset_uses_insert AFTER INSERT ON modules
  FOR EACH ROW WHEN (NEW.description LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_records();
CREATE OR REPLACE TRIGGER asset_uses_update AFTER UPDATE OF description ON modules
  FOR EACH ROW WHEN (OLD.description LIKE '%sset%' OR NEW.description LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_records();
CREATE OR REPLACE TRIGGER asset_uses_delete AFTER DELETE ON modules
  FOR EACH ROW WHEN (OLD.description LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_records();

CREATE OR REPLACE TRIGGER asset_uses_insert AFTER INSERT ON lessons
  FOR EACH ROW WHEN (NEW.description LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_records();
CREATE OR REPLACE TRIGGER asset_uses_update AFTER UPDATE OF description ON lessons
  FOR EACH ROW WHEN (OLD.description LIKE '%sset%' OR NEW.description LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_records();
CREATE OR REPLACE TRIGGER asset_uses_delete AFTER DELETE ON lessons
  FOR EACH ROW WHEN (OLD.description LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_records();

CREATE OR REPLACE TRIGGER asset_uses_insert AFTER INSERT ON trash_records
  FOR EACH ROW WHEN (NEW.body::text LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_trash_records();
CREATE OR REPLACE TRIGGER asset_uses_delete AFTER DELETE ON trash_records
  FOR EACH ROW WHEN (OLD.body::text LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_trash_records();

CREATE OR REPLACE TRIGGER asset_uses_insert AFTER INSERT ON release_nodes
  FOR EACH ROW WHEN (NEW.body::text LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_release_nodes();
CREATE OR REPLACE TRIGGER asset_uses_delete AFTER DELETE ON release_nodes
  FOR EACH ROW WHEN (OLD.body::text LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_release_nodes();

CREATE OR REPLACE TRIGGER asset_uses_insert AFTER INSERT ON releases
  FOR EACH ROW WHEN (NEW.outline::text LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_releases();
CREATE OR REPLACE TRIGGER asset_uses_delete AFTER DELETE ON releases
  FOR EACH ROW WHEN (OLD.outline::text LIKE '%sset%') EXECUTE FUNCTION asset_uses_note_releases();
