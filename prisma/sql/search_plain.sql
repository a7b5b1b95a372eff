-- A text as plain words. The search index and a search use it, so that both split a text into the same words.
-- Compatible letters become one (NFKC), Latin letters lose their accents, and Hebrew and Arabic words their vowel signs.
-- Arabic letters lose their hamza. With p_spelled_out, ä ö ü å ø become ae oe ue aa oe instead. C#, C++ and .NET become words. Signs that PostgreSQL reads as a part of a word become spaces: otherwise the
-- words of addresses, paths, tags and names with a hyphen or an underscore are not found.
CREATE OR REPLACE FUNCTION search_plain(p_text text, p_spelled_out boolean) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  plain text := p_text;
BEGIN
  IF octet_length(plain) > length(plain) THEN
    -- No letter has more than a few marks. normalize() takes a time that grows with the square of the marks of a letter, so
    -- those beyond 30 are left out (UAX #15, stream-safe text).
    plain := regexp_replace(plain, '([' || search_marks() || ']{30})[' || search_marks() || ']+', '\1', 'g');
    -- Soft hyphens and joiners stand inside words; the other signs stand between words.
    plain := regexp_replace(plain, '[\u00AD\u200B-\u200D\u2060\uFEFF]+', '', 'g');
    plain := regexp_replace(plain, '[\u0080-\u00B4\u00B6-\u00BF\u00D7\u00F7\u2000-\u206F\u2190-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3030\u303D-\u3040\u30A0\u30FB\uFE10-\uFE4F\uFFFD\U0001F000-\U0001FAFF]+', ' ', 'g');
    -- Hebrew and Arabic are usually written without vowel signs. The sign ـ only makes a word longer.
    IF plain ~ '[\u0591-\u08FF]' THEN
      plain := regexp_replace(plain, '[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u08CA-\u08E1\u08E3-\u08FF]+', '', 'g');
    END IF;
    -- Other letters than these may have several forms. Looking for one is faster than normalize().
    IF plain ~ '[^\u0001-\u00B4\u00B6-\u02AF\u0370-\u109F\u1200-\u1CFF\u3001-\u3096\u309D-\u30FE\u3400-\u9FFF\uAC00-\uD7A3]' THEN
      plain := normalize(plain, NFKC);
    END IF;
    -- Arabic letters that writers and keyboards often exchange: those with and without hamza, final forms, and the Persian
    -- and Urdu forms of kaf, heh and yeh.
    IF plain ~ '[\u0622-\u06D3]' THEN
      plain := translate(plain, 'آأإٱؤئىیےۓةۀہۂک', 'ااااويييييههههك');
    END IF;
    -- The two small forms of sigma have one capital.
    plain := replace(plain, 'ς', 'σ');
    IF plain ~ '[\u00C0-\u024F\u0300-\u036F\u1E00-\u1EFF]' THEN
      IF p_spelled_out THEN
        plain := replace(replace(replace(replace(replace(plain, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'å', 'aa'), 'ø', 'oe');
        plain := replace(replace(replace(replace(replace(plain, 'Ä', 'Ae'), 'Ö', 'Oe'), 'Ü', 'Ue'), 'Å', 'Aa'), 'Ø', 'Oe');
      END IF;
      plain := replace(replace(replace(replace(plain, 'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'Ae');
      plain := translate(replace(replace(plain, 'œ', 'oe'), 'Œ', 'Oe'), 'øØłŁđĐıİ', 'oOlLdDiI');
      plain := normalize(regexp_replace(normalize(plain, NFD), '([A-Za-z])[\u0300-\u036F]+', '\1', 'g'), NFC);
    END IF;
  END IF;
  IF plain ~ '[A-Za-z](#|\+\+)|\.[Nn][Ee][Tt]' THEN
    plain := regexp_replace(plain, '(?<![A-Za-z0-9_])([A-Za-z])#(?![A-Za-z_#])', ' \1sharp ', 'g');
    plain := regexp_replace(plain, '(?<![A-Za-z0-9_])([A-Za-z])\+\+', ' \1plusplus ', 'g');
    plain := regexp_replace(plain, '(\.N[Ee][Tt]|(?<![A-Za-z0-9])\.net)(?![A-Za-z0-9_])', ' dotnet ', 'g');
  END IF;
  RETURN regexp_replace(plain, '[/._<>@&''\\~+-]+', ' ', 'g');
END $$;
