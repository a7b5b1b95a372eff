import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import { richTextSchema } from '../document/schema/schema.ts'

/** What is typed behind a slash at the start of a paragraph, and where. */
type SlashQuery = { text: string; from: number; to: number }

type SlashState = { query: SlashQuery | undefined; dismissedAt: number | undefined }

const key = new PluginKey<SlashState>('slash')
const maxQueryChars = 20

function findQuery({ selection }: EditorState): SlashQuery | undefined {
  const { $from, empty } = selection
  const { parent } = $from
  if (!empty || parent.type !== richTextSchema.nodes.paragraph || $from.parentOffset !== parent.content.size) return
  const match = /^\/(\p{L}[\p{L} ]*)?$/u.exec(parent.textContent)
  if (!match || match[0].length !== parent.content.size || match[0].length > maxQueryChars) return
  return { text: (match[1] ?? '').toLowerCase(), from: $from.start(), to: $from.pos }
}

/** Notes what is typed behind a slash. After `dismissSlash`, the slash is text. */
export const slashPlugin = (): Plugin<SlashState> =>
  new Plugin<SlashState>({
    key,
    state: {
      init: () => ({ query: undefined, dismissedAt: undefined }),
      apply(tr, value, _old, state) {
        const query = findQuery(state)
        const dismissedAt = tr.getMeta(key) === 'dismiss' ? query?.from : value.dismissedAt
        return query?.from === dismissedAt
          ? { query: undefined, dismissedAt: query && dismissedAt }
          : { query, dismissedAt: undefined }
      },
    },
  })

export const getSlashQuery = (state: EditorState): SlashQuery | undefined => key.getState(state)?.query
export const dismissSlash = (state: EditorState) => state.tr.setMeta(key, 'dismiss')
