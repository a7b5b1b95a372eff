const most = 20

/** The web addresses that a text names, as they stand there: the only ones that a draft may show. */
export function addressesIn(text: string): string[] {
  const found = (text.match(/https?:\/\/[^\s<>"'`\]}|\\^]+/gi) ?? []).map((one) => {
    const bare = one.replace(/[.,;:!?]+$/, '')
    // A bracket that was opened before the address closes after it.
    return bare.endsWith(')') && !bare.includes('(') ? bare.replace(/\)+$/, '') : bare
  })
  return [...new Set(found.filter((one) => URL.canParse(one)))].slice(0, most)
}
