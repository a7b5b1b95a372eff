import sanitizeHtml from 'sanitize-html'

/**
 * Tags that only say how words stand; nothing of them is kept but their names. Those of code are not among them: Markdown
 * has its own, and some readers take all between them for HTML.
 */
const tags = new Set(
  'a abbr b blockquote br caption col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins li mark ol p q rp rt ruby s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var wbr'.split(
    ' ',
  ),
)
/** Elements whose content is no text. */
export const withContent: ReadonlySet<string> = new Set(
  'script style textarea title iframe object embed template noscript noembed noframes xmp svg math select option'.split(
    ' ',
  ),
)

const others = new Set(
  'address applet area article aside audio base body button canvas center code dialog font footer form frame frameset head header html img input kbd label legend link main map marquee meta meter nav object param picture pre progress section source track video'.split(
    ' ',
  ),
)

/** Whether HTML has an element of that name. */
export function isElement(name: string): boolean {
  const lower = name.toLowerCase()
  return tags.has(lower) || withContent.has(lower) || others.has(lower)
}

const schemes = ['http', 'https', 'mailto']

/** Whether an address, as a reader of it decodes it, cannot act: one of the web's schemes, or none. */
export function isHarmless(url: string): boolean {
  // Browsers drop these before they read the scheme (WHATWG URL, section 4.4).
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that are looked for.
  const scheme = /^([^/?#:]*):/.exec(url.replace(/[\u0000-\u0020\u007f-\u009f]/g, ''))?.[1]
  return scheme === undefined || schemes.includes(scheme.toLowerCase())
}

/** HTML of which only tags that act nowhere are left, with harmless links. */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...tags],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: schemes,
    nonTextTags: [...withContent],
  })

/** One tag, comment or declaration as it stands in a line of Markdown: its name, and what may stand there instead. */
export function cleanTag(html: string): { name: string; closes: boolean; text: string } {
  const [, slash = '', sent = ''] = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(html) ?? []
  const name = sent.toLowerCase()
  return { name, closes: slash !== '', text: tags.has(name) ? `<${slash}${name}>` : '' }
}
