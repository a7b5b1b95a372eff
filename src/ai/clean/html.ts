import sanitizeHtml from 'sanitize-html'

/**
 * The HTML tags that remain in a clean text. Tags for code such as `pre` are removed: some parsers read their content
 * as HTML.
 */
const allowedTags = new Set(
  'a abbr b blockquote br caption col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins li mark ol p q rp rt ruby s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var wbr'.split(
    ' ',
  ),
)
/** The HTML elements that are removed with their content, because their content is not text to read. */
export const elementsRemovedWithContent: ReadonlySet<string> = new Set(
  'script style textarea title iframe object embed template noscript noembed noframes xmp svg math select option'.split(
    ' ',
  ),
)

const otherElements = new Set(
  'address applet area article aside audio base body button canvas center code dialog font footer form frame frameset head header html img input kbd label legend link main map marquee meta meter nav object param picture pre progress section source track video'.split(
    ' ',
  ),
)

/** Returns whether HTML defines an element with this name. */
export function isHtmlElementName(name: string): boolean {
  const lower = name.toLowerCase()
  return allowedTags.has(lower) || elementsRemovedWithContent.has(lower) || otherElements.has(lower)
}

const safeSchemes = ['http', 'https', 'mailto']

/** Returns whether a URL has a safe scheme (http, https, mailto) or no scheme. */
export function hasSafeOrNoUrlScheme(url: string): boolean {
  // Browsers remove control characters before they read a URL's scheme (WHATWG URL Standard, section 4.4).
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are matched on purpose.
  const scheme = /^([^/?#:]*):/.exec(url.replace(/[\u0000-\u0020\u007f-\u009f]/g, ''))?.[1]
  return scheme === undefined || safeSchemes.includes(scheme.toLowerCase())
}

/**
 * Sanitizes HTML. Only formatting tags and links remain. A link loses its URL if the scheme is not safe, or if
 * `isUrlAllowed` refuses the URL.
 */
export const cleanHtml = (html: string, isUrlAllowed: (url: string) => boolean): string =>
  sanitizeHtml(html, {
    allowedTags: [...allowedTags],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: safeSchemes,
    nonTextTags: [...elementsRemovedWithContent],
    transformTags: {
      a: (tagName, { href, ...attribs }) => ({
        tagName,
        attribs: href === undefined || !isUrlAllowed(href) ? attribs : { ...attribs, href },
      }),
    },
  })

/** Parses one HTML tag, comment or declaration. `text` is the safe replacement, and `closes` is true for an end tag. */
export function parseAndCleanHtmlTag(html: string): { name: string; closes: boolean; text: string } {
  const [, slash = '', sent = ''] = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(html) ?? []
  const name = sent.toLowerCase()
  return { name, closes: slash !== '', text: allowedTags.has(name) ? `<${slash}${name}>` : '' }
}

const startOfTag = /<(?=[a-z/!?])/gi
const tag = /<(?:\/?([a-z][a-z0-9]*)|a href="([^"<>]*)")>/iy

/**
 * Returns whether a URL in HTML source is safe. A URL with a character reference such as `&#58;` counts as unsafe,
 * because the reference could hide a scheme.
 */
const isSafeInSource = (coded: string) =>
  /^(?:https?|mailto):/i.test(coded) || !/[:&]/.test(coded.replaceAll('&amp;', ''))

/** Returns whether HTML has only tags that `cleanHtml` and `parseAndCleanHtmlTag` allow. */
export function isCleanHtml(html: string): boolean {
  for (const { index } of html.matchAll(startOfTag)) {
    tag.lastIndex = index
    const [found, name, url] = tag.exec(html) ?? []
    if (found === undefined) return false
    if (name === undefined ? !isSafeInSource(url!) : !allowedTags.has(name.toLowerCase())) return false
  }
  return true
}
