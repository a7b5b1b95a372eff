import type { NodeSpec } from 'prosemirror-model'
import { optionalText, present, readData, text } from './attributes.ts'

const loadable = /^(?:https?:|\/(?!\/))/i

export const inlineNodes = {
  text: { group: 'inline' },
  /** The end of a line that the page shows as a space. */
  soft: {
    group: 'inline',
    inline: true,
    selectable: false,
    leafText: () => '\n',
    parseDOM: [{ tag: 'span[data-soft]' }],
    toDOM: () => ['span', { 'data-soft': '' }, ' '],
  },
  /** `tag` is how HTML such as `<br>` writes it; null if Markdown does. */
  break: {
    group: 'inline',
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    leafText: () => '\n',
    attrs: { tag: optionalText },
    parseDOM: [{ tag: 'br', getAttrs: (dom) => ({ tag: readData(dom, 'tag') }) }],
    toDOM: ({ attrs }) => ['br', present({ 'data-tag': attrs.tag })],
  },
  /** `reference` is the label of the definition that the address comes from, if there is one. */
  image: {
    group: 'inline',
    inline: true,
    attrs: { url: text, alt: text, title: optionalText, reference: optionalText },
    parseDOM: [
      {
        tag: 'img',
        getAttrs(dom) {
          const url = readData(dom, 'url') ?? dom.getAttribute('src') ?? ''
          const reference = readData(dom, 'reference')
          return { url, alt: dom.getAttribute('alt') ?? '', title: dom.getAttribute('title'), reference }
        },
      },
    ],
    toDOM({ attrs: { url, alt, title, reference } }) {
      const src = loadable.test(url) ? url : null
      return ['img', present({ src, alt, title, 'data-url': url, 'data-reference': reference })]
    },
  },
  /** `delimiter` is how the formula begins: `$`, `$$` or `\(`. */
  inlineMath: {
    group: 'inline',
    inline: true,
    atom: true,
    attrs: { value: text, delimiter: { default: '$', validate: 'string' } },
    leafText: ({ attrs }) => attrs.value,
    parseDOM: [
      {
        tag: 'span[data-math]',
        getAttrs: (dom) => ({ value: dom.textContent ?? '', delimiter: readData(dom, 'math') }),
      },
    ],
    toDOM: ({ attrs: { value, delimiter } }) => ['span', { 'data-math': delimiter }, value],
  },
  /** Markdown in a line that has no form here, such as a tag: `source` as it is written. */
  rawInline: {
    group: 'inline',
    inline: true,
    atom: true,
    attrs: { source: text, kind: text },
    parseDOM: [
      {
        tag: 'span[data-raw]',
        getAttrs: (dom) => ({ kind: readData(dom, 'raw'), source: dom.textContent ?? '' }),
      },
    ],
    toDOM: ({ attrs: { kind, source } }) => ['span', { 'data-raw': kind }, source],
  },
} satisfies Record<string, NodeSpec>
