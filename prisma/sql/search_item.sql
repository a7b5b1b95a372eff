-- The tsquery for a text of a search. Several words are a phrase. With p_prefix, the last word may be the beginning of a word.
-- NULL if the text has no words.
CREATE OR REPLACE FUNCTION search_item(p_text text, p_prefix boolean) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  unspaced constant text := '[' || search_unspaced() || ']';
  plain constant text := search_plain(p_text, false);
  spelled_out constant text := search_plain(p_text, true);
  variant text;
  words text[];
  phrase text;
  run text;
  matching tsquery;
  one tsquery;
BEGIN
  FOREACH variant IN ARRAY CASE WHEN spelled_out = plain THEN ARRAY[plain] ELSE ARRAY[plain, spelled_out] END LOOP
    words := ARRAY(
      SELECT w FROM regexp_split_to_table(lower(regexp_replace(variant, unspaced || '+', ' ', 'g')), '\s+') w WHERE w ~ '[^!-/:-@[-`{-~]'
    );
    CONTINUE WHEN cardinality(words) = 0;
    SELECT string_agg(quote_literal(w), ' <-> ') INTO phrase FROM unnest(words) w;
    one := to_tsquery('simple', phrase) || to_tsquery('english', phrase);
    IF p_prefix THEN one := one || to_tsquery('simple', phrase || ':*'); END IF;
    IF cardinality(words) = 1 AND words[1] ~ '^[a-z]{4,}$' THEN
      one := one || (quote_literal('~' || left(words[1], 24)) || ':*')::tsquery;
    END IF;
    matching := coalesce(matching || one, one);
  END LOOP;
  FOR run IN SELECT r[1] FROM regexp_matches(plain, unspaced || '+', 'g') r LOOP
    matching := coalesce(matching && search_run(run), search_run(run));
  END LOOP;
  RETURN matching;
END $$;
