-- The terms of a search entry: words as written (any language) and words as English stems them. Words of the title have
-- weight A, words of the body weight C. Reads the first 100 KB of the body only, because PostgreSQL refuses a tsvector over
-- 1 MB and many distinct words make one several times as long as their text.
CREATE OR REPLACE FUNCTION search_terms(workspace uuid, title text, body text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector('simple', t.title) || to_tsvector('english', t.title), 'A')
    || setweight(to_tsvector('simple', t.body) || to_tsvector('english', t.body), 'C')
    || array_to_tsvector(ARRAY[workspace_term(workspace)])
  FROM (SELECT coalesce(search_terms.title, '') AS title, coalesce(text_beginning(search_terms.body, 102400), '') AS body OFFSET 0) t
$$;
