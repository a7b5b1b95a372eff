-- The terms of a search entry: words as written (any language), words as English stems them, and pairs of letters of scripts
-- without spaces. Words of the title have weight A, words of the body weight C. Texts in a language that writes words
-- together also have the parts of words. Reads the first 100 KB of the body only, because PostgreSQL refuses a tsvector over
-- 1 MB and many distinct words make one several times as long as their text.
DROP FUNCTION IF EXISTS search_terms(uuid, text, text);
CREATE OR REPLACE FUNCTION search_terms(workspace uuid, title text, body text, language text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  terms tsvector := setweight(search_words(text_beginning(body, 102400)), 'C');
  words text[];
BEGIN
  terms := coalesce(setweight(search_words(title), 'A') || terms, setweight(search_words(title), 'A'), terms, '');
  IF coalesce(search_compounding(language), true) THEN
    words := tsvector_to_array(terms);
    -- Without a language, a frequent German, Dutch, Danish, Norwegian or Swedish word tells.
    IF language IS NOT NULL OR words && ARRAY[
      'und', 'der', 'das', 'ist', 'nicht', 'fur', 'eine', 'einen', 'ein', 'mit', 'von', 'auf', 'dem', 'im', 'zur', 'zum', 'auch', 'oder',
      'wird', 'werden', 'sind', 'wenn', 'wie', 'wir', 'kann', 'het', 'een', 'niet', 'voor', 'och', 'ett', 'som', 'ikke', 'jeg', 'av'
    ] THEN
      terms := terms || search_parts(words);
    END IF;
  END IF;
  RETURN terms || array_to_tsvector(ARRAY[workspace_term(workspace)]);
END $$;
