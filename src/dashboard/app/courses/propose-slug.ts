const maxProposedChars = 60

/** Proposes a slug such as `licht-und-leben` for a name. Returns an empty text if the name has no Latin letters. */
export const proposeSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .reduce(
      (slug, word) => (slug.length + word.length < maxProposedChars ? [slug, word].filter(Boolean).join('-') : slug),
      '',
    )
