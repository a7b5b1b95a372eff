import type { MarkSpec } from 'prosemirror-model'
import { optionalText, present, readData, text } from './attributes.ts'

const followed = /^(?:https?:|mailto:|tel:|#|\/)/i

/** The marks, outermost first. */
export const marks = {
  /** `reference` is the label of the definition that the address comes from, if there is one. */
  link: {
    inclusive: false,
    attrs: { url: text, title: optionalText, reference: optionalText },
    parseDOM: [
      {
        tag: 'a',
        getAttrs(dom) {
          const url = readData(dom, 'url') ?? dom.getAttribute('href')
          if (url === null) return false
          return { url, title: dom.getAttribute('title'), reference: readData(dom, 'reference') }
        },
      },
    ],
    toDOM({ attrs: { url, title, reference } }) {
      const href = followed.test(url) ? url : null
      return ['a', present({ href, title, 'data-url': url, 'data-reference': reference }), 0]
    },
  },
  em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
  strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
  del: { parseDOM: [{ tag: 'del' }, { tag: 's' }, { tag: 'strike' }], toDOM: () => ['del', 0] },
  mono: { code: true, parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
} satisfies Record<string, MarkSpec>
