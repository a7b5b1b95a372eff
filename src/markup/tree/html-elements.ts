const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** The elements of HTML, also obsolete ones, and of MathML. Any other name in angle brackets is text of the author. */
const htmlElements = names(
  'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins isindex kbd keygen label legend li link listing main map mark marquee menu menuitem meta meter nav nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rbc rp rt rtc ruby s samp script search section select slot small source spacer span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp',
)

export const mathElements = names(
  'annotation math menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr none semantics munder munderover',
)

/**
 * Elements of a drawing. They are elements only where the text has `<svg`: elsewhere `<path>` or `<line>` is more likely
 * a word of the author.
 */
const drawingElements = names(
  'animate animatemotion animatetransform circle clippath defs desc ellipse feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight fespecularlighting fespotlight fetile feturbulence filter foreignobject g image line lineargradient marker mask metadata mpath path pattern polygon polyline radialgradient rect set stop switch symbol text textpath tspan use view',
)

const drawing = /<svg\b/i

/** Makes the function that tells whether a lower-case name is an element in a text. */
export const makeElementTest = (text: string): ((name: string) => boolean) => {
  const hasDrawing = drawing.test(text)
  return (name) => htmlElements.has(name) || mathElements.has(name) || (hasDrawing && drawingElements.has(name))
}

/** Elements that become others on a page: the name of the lesson is its only `<h1>`, and the page has its own `<main>`. */
export const elementShownAs: Readonly<Record<string, string>> = {
  h1: 'h2',
  main: 'div',
  nav: 'div',
  font: 'span',
  center: 'div',
  strike: 'del',
  tt: 'code',
}

/** The elements that have no end tag. */
export const voidElements = names('area base br col embed hr img input link meta param source track wbr')

/** The elements that belong into a line of text. Text and these elements alone in a block become a paragraph. */
export const inlineElements = names(
  'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark math q s samp small span strike strong sub sup time tt u var wbr ruby rb rt rp',
)

const blocks =
  'address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre search section table ul'

const cells = ['td', 'th']

/** The open elements that a start tag ends, where their end tag is missing (HTML, section 13.1.2.4). */
export const endedByStartOf: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(blocks.split(' ').map((name) => [name, ['p']])),
  li: ['li', 'p'],
  dt: ['dt', 'dd', 'p'],
  dd: ['dt', 'dd', 'p'],
  td: cells,
  th: cells,
  tr: [...cells, 'tr'],
  thead: [...cells, 'tr', 'tbody', 'tfoot', 'caption', 'colgroup'],
  tbody: [...cells, 'tr', 'thead', 'tbody', 'caption', 'colgroup'],
  tfoot: [...cells, 'tr', 'thead', 'tbody', 'caption', 'colgroup'],
  option: ['option'],
  optgroup: ['option', 'optgroup'],
  rt: ['rt', 'rp'],
  rp: ['rt', 'rp'],
  a: ['a'],
}

/** The elements that end what is open in them: an `<li>` does not end the `<li>` around the list that it is in. */
export const scopeElements = names('ul ol dl menu table select ruby td th caption')
