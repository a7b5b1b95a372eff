import type { Root } from 'hast'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { mathElements } from './html-elements.ts'

const mathAttributes = [
  'accent',
  'accentunder',
  'alttext',
  'columnalign',
  'columnlines',
  'columnspacing',
  'depth',
  'display',
  'displaystyle',
  'encoding',
  'fence',
  'height',
  'linethickness',
  'lspace',
  'mathbackground',
  'mathcolor',
  'mathsize',
  'mathvariant',
  'maxsize',
  'minsize',
  'movablelimits',
  'notation',
  'rowalign',
  'rowlines',
  'rowspacing',
  'rspace',
  'scriptlevel',
  'separator',
  'stretchy',
  'symmetric',
  'voffset',
  'width',
  'xmlns',
]

/** Links lead to the web, to a person, or to a record or file of the course. */
export const linkProtocols = ['http', 'https', 'mailto', 'tel', 'course', 'module', 'lesson', 'block', 'asset']
const imageProtocols = ['http', 'https', 'data', 'asset']

/**
 * What HTML of an author may have on a page: no scripts, styles, frames and forms. An element that is not here is left
 * out, and what is in it stays. Classes and `data-` attributes come from the service; the builder takes those of authors
 * away.
 */
const schema: Schema = {
  strip: ['script', 'style'],
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
  ancestors: {},
  required: {},
  tagNames: [
    ...'a abbr aside b bdi bdo big blockquote br caption cite code col colgroup data dd del details dfn div dl dt em figcaption figure footer h2 h3 h4 h5 h6 header hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr address article hgroup'.split(
      ' ',
    ),
    ...mathElements,
  ],
  attributes: {
    '*': ['lang', 'dir', 'id'],
    a: [
      'href',
      'title',
      'ariaLabel',
      'dataFootnoteRef',
      'dataFootnoteBackref',
      ['rel', 'noopener', 'noreferrer'],
      ['className', 'data-footnote-backref'],
    ],
    abbr: ['title'],
    dfn: ['title'],
    aside: [['className', 'callout'], 'dataKind'],
    p: [['className', 'callout-title', 'plain']],
    section: ['dataFootnotes', ['className', 'footnotes']],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding'],
    ol: ['start', 'reversed', 'type', ['className', 'contains-task-list']],
    ul: [['className', 'contains-task-list']],
    li: ['value', ['className', 'task-list-item']],
    details: ['open'],
    pre: ['tabIndex', 'dataLanguage'],
    code: [['className', 'hljs', /^language-/]],
    span: [['className', /^hljs-/, 'math-source', /_$/, 'task']],
    table: ['tabIndex'],
    th: ['align', 'colSpan', 'rowSpan', ['scope', 'col', 'row', 'colgroup', 'rowgroup']],
    td: ['align', 'colSpan', 'rowSpan'],
    col: ['span'],
    colgroup: ['span'],
    time: ['dateTime'],
    data: ['value'],
    del: ['dateTime', 'cite'],
    ins: ['dateTime', 'cite'],
    q: ['cite'],
    blockquote: ['cite'],
    ...Object.fromEntries([...mathElements].map((name) => [name, mathAttributes])),
  },
  protocols: { href: linkProtocols, src: imageProtocols, cite: ['http', 'https'] },
}

/** Returns the tree with only what an author's text may have. */
export const sanitizeTree = (tree: Root): Root => sanitize(tree, schema) as Root

const allowed = new Set(schema.tagNames)
/** Returns whether an element stays in a page. The others are left out. */
export const isElementShown = (name: string): boolean => allowed.has(name)
