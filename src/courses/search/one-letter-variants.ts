/**
 * The alphabets in which typing errors are corrected: a pattern for the words to correct, and the letters that a
 * correction can insert. The words have the form of the search index (`foldWord`), without ё, ґ and accents.
 */
const alphabets: [RegExp, string][] = [
  [/^[a-z]{4,24}$/, 'abcdefghijklmnopqrstuvwxyz'],
  [/^[а-яіїє]{4,24}$/, 'абвгдежзийклмнопрстуфхцчшщъыьэюяіїє'],
  [/^[α-ω]{4,24}$/, 'αβγδεζηθικλμνξοπρστυφχψω'],
]

/** A pattern, also for PostgreSQL, of all words that `listOneLetterVariants` can return. */
export const variantPattern = alphabets.map(([pattern]) => pattern.source.replace('{4,24}', '{3,25}')).join('|')

/**
 * Returns each word that differs from `word` by one typing error: a letter left out, added or replaced, or two adjacent
 * letters swapped.
 */
export function listOneLetterVariants(word: string): string[] {
  const alphabet = [...(alphabets.find(([pattern]) => pattern.test(word))?.[1] ?? '')]
  if (alphabet.length === 0) return []
  const variants = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    for (const letter of alphabet) {
      variants.add(before + letter + after)
      if (after) variants.add(before + letter + after.slice(1))
    }
    if (after) variants.add(before + after.slice(1))
    if (after.length > 1) variants.add(before + after[1] + after[0] + after.slice(2))
  }
  variants.delete(word)
  return [...variants]
}
