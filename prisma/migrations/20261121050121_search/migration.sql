-- CreateTable
CREATE TABLE "search_entries" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "course_id" UUID NOT NULL,
    "terms" tsvector NOT NULL,

    CONSTRAINT "search_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "search_entries_terms_idx" ON "search_entries" USING GIN ("terms");

-- Every text in a block's content, however deep.
CREATE FUNCTION content_text(content json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(value #>> '{}', ' ')
  FROM jsonb_path_query(content::jsonb, 'strict $.** ? (@.type() == "string")') value
$$;

-- The workspace as a word, so that one index answers "these words, in this workspace".
CREATE FUNCTION workspace_term(workspace uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 'workspace:' || workspace
$$;

-- Words as they stand (any language) and as English stems them.
CREATE FUNCTION search_terms(workspace uuid, title text, body text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector('simple', coalesce(title, '')) || to_tsvector('english', coalesce(title, '')), 'A')
    || setweight(to_tsvector('simple', coalesce(body, '')) || to_tsvector('english', coalesce(body, '')), 'C')
    || array_to_tsvector(ARRAY[workspace_term(workspace)])
$$;

-- One set of triggers a table: whole sets on insert and delete; on update only what changes the words or the course.
DO $make$
DECLARE level record;
BEGIN
  FOR level IN SELECT * FROM (VALUES
    ('course', 'courses', 'id', 'n.name', 'n.description', 'name, description', '(OLD.name, OLD.description) IS DISTINCT FROM (NEW.name, NEW.description)'),
    ('module', 'modules', 'course_id', 'n.name', 'n.description', 'name, description, course_id',
      '(OLD.name, OLD.description, OLD.course_id) IS DISTINCT FROM (NEW.name, NEW.description, NEW.course_id)'),
    ('lesson', 'lessons', 'course_id', 'n.name', 'n.description', 'name, description, course_id',
      '(OLD.name, OLD.description, OLD.course_id) IS DISTINCT FROM (NEW.name, NEW.description, NEW.course_id)'),
    ('block', 'blocks', 'course_id', 'NULL', 'content_text(n.content)', 'content, course_id',
      '(OLD.content::text, OLD.course_id) IS DISTINCT FROM (NEW.content::text, NEW.course_id)')
  ) AS levels (kind, rows, course_id, title, body, columns, changed) LOOP
    EXECUTE format($template$
      CREATE FUNCTION search_add_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        INSERT INTO search_entries (id, kind, workspace_id, course_id, terms)
        SELECT n.id, %1$L, n.workspace_id, n.%3$I, search_terms(n.workspace_id, %4$s, %5$s) FROM added n;
        RETURN NULL;
      END $body$;
      CREATE TRIGGER search_add AFTER INSERT ON %2$I REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION search_add_%1$s();

      CREATE FUNCTION search_change_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
      DECLARE n record := NEW;
      BEGIN
        UPDATE search_entries e SET course_id = n.%3$I, terms = search_terms(n.workspace_id, %4$s, %5$s) WHERE e.id = n.id;
        RETURN NULL;
      END $body$;
      CREATE TRIGGER search_change AFTER UPDATE OF %6$s ON %2$I
        FOR EACH ROW WHEN (%7$s) EXECUTE FUNCTION search_change_%1$s();

      CREATE FUNCTION search_drop_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        DELETE FROM search_entries e USING dropped d WHERE e.id = d.id;
        RETURN NULL;
      END $body$;
      CREATE TRIGGER search_drop AFTER DELETE ON %2$I REFERENCING OLD TABLE AS dropped
        FOR EACH STATEMENT EXECUTE FUNCTION search_drop_%1$s();

      INSERT INTO search_entries (id, kind, workspace_id, course_id, terms)
      SELECT n.id, %1$L, n.workspace_id, n.%3$I, search_terms(n.workspace_id, %4$s, %5$s) FROM %2$I n;
    $template$, level.kind, level.rows, level.course_id, level.title, level.body, level.columns, level.changed);
  END LOOP;
END $make$;
