import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { richTextSchema } from '../document/schema/schema.ts'

type Change = { add: { id: number; position: number; name: string } } | { remove: number }

const key = new PluginKey<DecorationSet>('upload places')

function makeMark(name: string): HTMLElement {
  const element = document.createElement('span')
  element.dataset.uploading = ''
  element.textContent = `Uploading ${name} …`
  return element
}

/** Shows where a file will appear once it is uploaded. The mark is no part of the text, so it is never saved. */
export const uploadPlacesPlugin = (): Plugin<DecorationSet> =>
  new Plugin({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, set) {
        const mapped = set.map(tr.mapping, tr.doc)
        const change: Change | undefined = tr.getMeta(key)
        if (!change) return mapped
        if ('remove' in change)
          return mapped.remove(mapped.find(undefined, undefined, ({ id }) => id === change.remove))
        const { id, position, name } = change.add
        return mapped.add(tr.doc, [Decoration.widget(position, () => makeMark(name), { id, side: 1 })])
      },
    },
    props: { decorations: (state) => key.getState(state) },
  })

export const addUploadPlace = (tr: Transaction, id: number, position: number, name: string): Transaction =>
  tr.setMeta(key, { add: { id, position, name } } satisfies Change)

export const removeUploadPlace = (tr: Transaction, id: number): Transaction =>
  tr.setMeta(key, { remove: id } satisfies Change)

export type UploadedFile = { id: string; name: string; isPicture: boolean }

/** Puts a file where its upload began: a picture, or a link to another file, in a paragraph of its own if that is empty. */
export function insertUploadedFile(state: EditorState, uploadId: number, file: UploadedFile): Transaction {
  const [place] = key.getState(state)?.find(undefined, undefined, ({ id }) => id === uploadId) ?? []
  const tr = removeUploadPlace(state.tr, uploadId)
  if (!place) return tr
  const url = `asset:${file.id}`
  const text = file.name.replace(/\.[a-z0-9]{2,5}$/i, '') || 'file'
  const node = file.isPicture
    ? richTextSchema.nodes.image.create({ url, alt: text })
    : richTextSchema.text(text, [richTextSchema.marks.link.create({ url })])
  return tr.insert(place.from, node)
}
