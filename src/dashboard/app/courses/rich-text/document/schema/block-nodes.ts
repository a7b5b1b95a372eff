import type { NodeSpec } from 'prosemirror-model'
import { optionalText, present, readData, text } from './attributes.ts'

const levels = [1, 2, 3, 4, 5, 6]

/** Blocks of text, and what holds them. `parseDOM` reads what `toDOM` writes, and what browsers make of it. */
export const blockNodes = {
  paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  heading: {
    group: 'block',
    content: 'inline*',
    defining: true,
    attrs: { level: { default: 2, validate: 'number' } },
    parseDOM: levels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
  },
  blockquote: {
    group: 'block',
    content: 'block+',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  /** `start` is the number of the first item of an ordered list. `spread`: the items have space between them. */
  list: {
    group: 'block',
    content: 'item+',
    attrs: {
      ordered: { default: false, validate: 'boolean' },
      start: { default: 1, validate: 'number' },
      spread: { default: false, validate: 'boolean' },
    },
    parseDOM: [
      { tag: 'ul', getAttrs: (dom) => ({ ordered: false, spread: readData(dom, 'spread') !== null }) },
      {
        tag: 'ol',
        getAttrs: (dom) => ({
          ordered: true,
          start: Number.parseInt(dom.getAttribute('start') ?? '1', 10) || 0,
          spread: readData(dom, 'spread') !== null,
        }),
      },
    ],
    toDOM({ attrs: { ordered, start, spread } }) {
      const attributes = present({
        start: ordered && start !== 1 ? `${start}` : null,
        'data-spread': spread ? '' : null,
      })
      return [ordered ? 'ol' : 'ul', attributes, 0]
    },
  },
  /** `checked` is null for an item that is no task. */
  item: {
    content: 'block+',
    defining: true,
    attrs: { checked: { default: null } },
    parseDOM: [
      {
        tag: 'li',
        getAttrs(dom) {
          const checked = readData(dom, 'checked')
          return { checked: checked === null ? null : checked === 'true' }
        },
      },
    ],
    toDOM: ({ attrs: { checked } }) => ['li', present({ 'data-checked': checked === null ? null : `${checked}` }), 0],
  },
  code: {
    group: 'block',
    content: 'text*',
    code: true,
    defining: true,
    marks: '',
    attrs: { lang: optionalText, meta: optionalText },
    parseDOM: [
      {
        tag: 'pre',
        preserveWhitespace: 'full',
        getAttrs: (dom) => ({ lang: readData(dom, 'lang'), meta: readData(dom, 'meta') }),
      },
    ],
    toDOM: ({ attrs: { lang, meta } }) => ['pre', present({ 'data-lang': lang, 'data-meta': meta }), ['code', 0]],
  },
  math: {
    group: 'block',
    content: 'text*',
    code: true,
    defining: true,
    marks: '',
    attrs: { meta: optionalText },
    parseDOM: [
      {
        tag: 'pre[data-math]',
        priority: 60,
        preserveWhitespace: 'full',
        getAttrs: (dom) => ({ meta: readData(dom, 'meta') }),
      },
    ],
    toDOM: ({ attrs: { meta } }) => ['pre', present({ 'data-math': '', 'data-meta': meta }), ['code', 0]],
  },
  rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  footnote: {
    group: 'block',
    content: 'block+',
    defining: true,
    attrs: { label: text },
    parseDOM: [{ tag: 'aside[data-footnote]', getAttrs: (dom) => ({ label: readData(dom, 'footnote') }) }],
    toDOM: ({ attrs }) => ['aside', { 'data-footnote': attrs.label }, 0],
  },
  /** Markdown that has no form here, such as HTML: `source` as it is written, without the marks of the blocks around it. */
  rawBlock: {
    group: 'block',
    atom: true,
    attrs: { source: text, kind: text },
    parseDOM: [
      {
        tag: 'pre[data-raw]',
        priority: 60,
        getAttrs: (dom) => ({ kind: readData(dom, 'raw'), source: dom.textContent ?? '' }),
      },
    ],
    toDOM: ({ attrs: { kind, source } }) => ['pre', { 'data-raw': kind }, source],
  },
} satisfies Record<string, NodeSpec>
