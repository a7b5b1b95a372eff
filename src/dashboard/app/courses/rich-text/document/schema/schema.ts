import { Schema } from 'prosemirror-model'
import { blockNodes } from './block-nodes.ts'
import { inlineNodes } from './inline-nodes.ts'
import { marks } from './marks.ts'
import { tableNodes } from './table-nodes.ts'

/** The document of one text, which is Markdown that `readMarkdown` reads. */
export const richTextSchema = new Schema({
  nodes: { doc: { content: 'block+' }, ...blockNodes, ...tableNodes, ...inlineNodes },
  marks,
})
