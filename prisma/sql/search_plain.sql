-- A text as plain words. The search index and a search use it, so that both split a text into the same words. The functions in
-- src/courses/search/fold-letter.ts do the same with the words of an excerpt.
-- Compatible letters become one (NFKC). Latin and Greek letters lose their accents, Cyrillic vowels their stress, and Hebrew
-- and Arabic words their vowel signs. Letters that writers often exchange become one. With p_spelled_out, ä ö ü å ø become
-- ae oe ue aa oe instead. C#, C++ and .NET become words. Signs that PostgreSQL reads as a part of a word become spaces:
-- otherwise the words of addresses, paths, tags and names with a hyphen or an underscore are not found.
CREATE OR REPLACE FUNCTION search_plain(p_text text, p_spelled_out boolean) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  vowel_signs constant text := '[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u08CA-\u08E1\u08E3-\u08FF]+';
  plain text := p_text;
BEGIN
  IF octet_length(plain) > length(plain) THEN
    -- No letter has more than a few marks. normalize() takes a time that grows with the square of the marks of a letter, so
    -- those beyond 30 are left out (UAX #15, stream-safe text).
    plain := regexp_replace(plain, '([' || search_marks() || ']{30})[' || search_marks() || ']+', '\1', 'g');
    -- Soft hyphens, joiners and variation selectors stand inside words; the other signs stand between words.
    plain := regexp_replace(plain, '[\u00AD\u200B-\u200D\u2060\uFE00-\uFE0F\uFEFF\U000E0100-\U000E01EF]+', '', 'g');
    plain := regexp_replace(plain, '[\u0080-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7\u02C2-\u02C5\u02D2-\u02DF\u1FBD\u1FBF-\u1FC1\u1FCD-\u1FCF\u1FDD-\u1FDF\u1FED-\u1FEF\u1FFD\u1FFE\u2000-\u206F\u207A-\u207E\u208A-\u208E\u20A0-\u20A7\u20A9-\u20C0\u2190-\u245F\u24EB-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3030\u303D-\u3040\u30A0\u30FB\uFE10-\uFE1F\uFE30-\uFE4F\uFFFD\U0001F000-\U0001F10F\U0001F12F\U0001F150-\U0001F169\U0001F16D-\U0001F18F\U0001F191-\U0001FAFF]+', ' ', 'g');
    -- Signs that stand for words or numbers of their own, also next to a word: ½, ™, №, ①, ㎏.
    plain := regexp_replace(plain, '([\u00BC-\u00BE\u20A8\u2100\u2101\u2103\u2105\u2106\u2109\u2116\u2120-\u2122\u213B\u2150-\u215F\u2189\u2460-\u24EA\u3250-\u325F\u32B1-\u32BF\u32CC-\u32CF\u3371-\u337A\u3380-\u33DF\u33FF\U0001F110-\U0001F12E\U0001F130-\U0001F14F\U0001F16A-\U0001F16C\U0001F190])[' || search_marks() || ']*', ' \1 ', 'g');
    -- Hebrew and Arabic are usually written without vowel signs. The sign ـ only makes a word longer.
    IF plain ~ '[\u0591-\u08FF]' THEN
      plain := regexp_replace(plain, vowel_signs, '', 'g');
    END IF;
    -- Other letters than these may have several forms. Looking for one is faster than normalize().
    IF plain ~ '[^\u0001-\u009F\u00BF-\u0131\u0180-\u01C3\u01F4-\u02AF\u0388-\u03CF\u03FA-\u0482\u048A-\u0586\u05C8-\u060F\u061B-\u064A\u0660-\u066F\u0671-\u0674\u0679-\u06D5\u06EE-\u06FF\u109E-\u10FB\u1200-\u135C\u1E00-\u1E99\u1E9C-\u1F70\u3001-\u3007\u3041-\u3096\u30A1-\u30FE\u3400-\u9FFF\uAC00-\uD7A3]' THEN
      plain := regexp_replace(normalize(plain, NFKC), vowel_signs, '', 'g');
      -- What letters leave behind (½ is 1⁄2), and the apostrophe that is a letter.
      plain := regexp_replace(plain, '[⁄∕°·〔〕ʼ ][' || search_marks() || ']*', ' ', 'g');
    END IF;
    IF p_spelled_out AND plain ~ '[äöüåøÄÖÜÅØ]' THEN
      plain := replace(replace(replace(replace(replace(plain, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'å', 'aa'), 'ø', 'oe');
      plain := replace(replace(replace(replace(replace(plain, 'Ä', 'Ae'), 'Ö', 'Oe'), 'Ü', 'Ue'), 'Å', 'Aa'), 'Ø', 'Oe');
    END IF;
    -- A mark of stress is only for learners. Other marks make another Cyrillic letter: й is not и, and ї is not і.
    IF plain ~ '[\u0300\u0301]' THEN
      plain := regexp_replace(plain, '([аеёиіїоуыэюяєѣѵАЕЁИІЇОУЫЭЮЯЄѢѴ])[\u0300\u0301]+', '\1', 'g');
    END IF;
    IF plain ~ '[\u0386-\u03CE]' THEN
      plain := translate(plain, 'άέήίόύώϊϋΐΰΆΈΉΊΌΎΏΪΫ', 'αεηιουωιυιυΑΕΗΙΟΥΩΙΥ');
    END IF;
    IF plain ~ '[\u00C0-\u024F\u0300-\u036F\u03D3\u03D4\u1AB0-\u1AFF\u1DC0-\u1DFF\u1E00-\u1FFF\u20D0-\u20F0\uFE20-\uFE2F]' THEN
      plain := normalize(regexp_replace(normalize(plain, NFD), '([0-9A-Za-z\u00C6-\u02AF\u0370-\u03FF\u1E9E\u2C60-\u2C7F])[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20F0\uFE20-\uFE2F]+', '\1', 'g'), NFC);
      plain := replace(replace(replace(replace(plain, 'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'Ae');
      plain := replace(replace(replace(replace(plain, 'œ', 'oe'), 'Œ', 'Oe'), 'þ', 'th'), 'Þ', 'Th');
    END IF;
    -- Letters without a decomposition; Cyrillic letters that are often written without their marks; the final sigma; and Arabic
    -- letters that writers and keyboards often exchange: those with and without hamza, final forms, and the Persian and Urdu
    -- forms of kaf, heh and yeh.
    plain := translate(plain, 'øØłŁđĐðÐħĦŧŦɓƁɗƊƙƘƴƳıİёЁѐЀѝЍґҐςآأإٱؤئىیےۓةۀہۂک', 'oOlLdDdDhHtTbBdDkKyYiIеЕеЕиИгГσااااويييييههههك');
  END IF;
  IF plain ~ '[A-Za-z](#|\+\+)|\.[Nn][Ee][Tt]' THEN
    plain := regexp_replace(plain, '(?<![A-Za-z0-9_])([A-Za-z])#(?![A-Za-z_#])', ' \1sharp ', 'g');
    plain := regexp_replace(plain, '(?<![A-Za-z0-9_])([A-Za-z])\+\+', ' \1plusplus ', 'g');
    plain := regexp_replace(plain, '(\.N[Ee][Tt]|(?<![A-Za-z0-9])\.net)(?![A-Za-z0-9_])', ' dotnet ', 'g');
  END IF;
  RETURN regexp_replace(plain, '[/._<>@&''\\~+-]+', ' ', 'g');
END $$;
