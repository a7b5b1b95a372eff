const maxUrls = 20

/** Removes the given characters from the end of a text. */
function withoutTrailing(text: string, characters: string): string {
  let to = text.length
  while (to > 0 && characters.includes(text[to - 1]!)) to--
  return text.slice(0, to)
}

/** Returns the first 20 http(s) URLs in the text of a prompt. Generated content may contain only these URLs. */
export function findUrlsInPrompt(text: string): string[] {
  const found = (text.match(/https?:\/\/[^\s<>"'`\]}|\\^]+/gi) ?? []).map((one) => {
    const bare = withoutTrailing(one, '.,;:!?')
    // A closing bracket at the end belongs to the URL only if the URL also has an opening bracket, as in `/Oak_(tree)`.
    return bare.endsWith(')') && !bare.includes('(') ? withoutTrailing(bare, ')') : bare
  })
  return [...new Set(found.filter((one) => URL.canParse(one)))].slice(0, maxUrls)
}
