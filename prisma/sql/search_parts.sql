-- The terms that find a compound by its parts: the word and each ending of it, after the sign ~. A search for feuchtigkeit
-- looks for terms that begin with ~feuchtigkeit. A part has at least 4 letters; of a term, 24 letters are kept.
CREATE OR REPLACE FUNCTION search_parts(p_words text[]) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(coalesce(array_agg(DISTINCT p.part), '{}')) FROM (
    SELECT '~' || substr(w.word, s.first, 24) AS part
    FROM unnest(p_words) w (word)
    CROSS JOIN LATERAL (SELECT 1 AS first UNION ALL SELECT generate_series(3, least(length(w.word), 80) - 3)) s
    WHERE w.word ~ '^[a-z]{5,}$'
    LIMIT 10000
  ) p
$$;
