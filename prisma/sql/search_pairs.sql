-- The letters of unspaced scripts in a text as terms: each letter together with the next one, and the last letter of a run
-- alone, so that 土壤水分 has the terms 土壤, 壤水, 水分 and 分. A longer word is found as a phrase of its pairs.
CREATE OR REPLACE FUNCTION search_pairs(p_text text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(format('''%s'':%s', l.letter || trim(coalesce(l.next, '')), l.n), ' '), '')::tsvector
  FROM (
    SELECT letter, lead(letter) OVER (ORDER BY n) AS next, n
    FROM unnest(string_to_array(regexp_replace(p_text, '[^' || search_unspaced() || ']+', ' ', 'g'), NULL)) WITH ORDINALITY c (letter, n)
  ) l
  WHERE l.letter <> ' '
$$;
