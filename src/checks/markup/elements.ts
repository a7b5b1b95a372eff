/** The HTML elements that are part of a line of text. Every other element ends the paragraph before it. */
export const inlineElements: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data del dfn em i ins kbd label mark q s samp small span strong sub sup time u var wbr img'.split(
    ' ',
  ),
)

/** The HTML elements whose text is not prose, but mostly code. */
export const codeElements: ReadonlySet<string> = new Set(
  'pre code script style template kbd samp svg math textarea'.split(' '),
)

/** Returns the depth of a heading element, such as 2 for `h2`. Returns 0 for every other element. */
export const getHeadingDepth = (name: string): number => (/^h[1-6]$/.test(name) ? Number(name[1]) : 0)
