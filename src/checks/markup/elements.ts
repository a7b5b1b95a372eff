/** The HTML elements whose text is not prose, but mostly code. */
export const codeElements: ReadonlySet<string> = new Set(
  'pre code script style template kbd samp svg math textarea'.split(' '),
)

/** Returns the depth of a heading element, such as 2 for `h2`. Returns 0 for every other element. */
export const getHeadingDepth = (name: string): number => (/^h[1-6]$/.test(name) ? Number(name[1]) : 0)
