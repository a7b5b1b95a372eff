-- The tsquery of a search, without its workspace. p_alternatives is what parseSearchText in src/courses/search/words.ts
-- returns: a list of alternatives, each with the items that must all match. An item matches if one of its texts does.
-- NULL if the search has no words. English stop words count only if there is nothing else.
CREATE OR REPLACE FUNCTION search_query(p_alternatives json) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  alternative json;
  item json;
  item_text text;
  item_query tsquery;
  matched tsquery;
  words tsquery;
  stop_words tsquery;
  either tsquery;
BEGIN
  FOR alternative IN SELECT json_array_elements(p_alternatives) LOOP
    words := NULL;
    stop_words := NULL;
    FOR item IN SELECT json_array_elements(alternative) LOOP
      matched := NULL;
      FOR item_text IN SELECT json_array_elements_text(item -> 'texts') LOOP
        item_query := search_item(item_text, (item ->> 'isPrefix')::boolean);
        matched := coalesce(matched || item_query, item_query, matched);
      END LOOP;
      IF (item ->> 'isExcluded')::boolean THEN matched := !! matched; END IF;
      IF ts_lexize('english_stem', lower(item -> 'texts' ->> 0)) = '{}' THEN
        stop_words := coalesce(stop_words && matched, matched, stop_words);
      ELSE
        words := coalesce(words && matched, matched, words);
      END IF;
    END LOOP;
    words := coalesce(words, stop_words);
    either := coalesce(either || words, words, either);
  END LOOP;
  RETURN either;
END $$;
