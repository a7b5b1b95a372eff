import { Fragment, type Node, Slice } from 'prosemirror-model'
import { EditorState, type Plugin, Selection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { focusWhenPossible } from '../../ui/focus-when-possible.ts'
import { printSlice } from './document/paste/print-slice.ts'
import { readPastedText } from './document/paste/read-pasted-text.ts'
import { readDocument } from './document/reading/read.ts'
import type { RichTextDocument } from './document/reading/rich-text-document.ts'
import { richTextSchema } from './document/schema/schema.ts'
import { updateDocument, writeDocument } from './document/writing/write.ts'
import { type FindAddress, makeNodeViews } from './editing/node-views.ts'
import { makeEditingPlugins } from './editing/plugins.ts'
import { slashPlugin } from './editing/slash.ts'
import { type Range, textChangePlugin } from './editing/text-change.ts'
import { insertUploadedFile, type UploadedFile, uploadPlacesPlugin } from './editing/upload-places.ts'
import { findPosition, findSourceOffset } from './source-cursor.ts'

const { nodes } = richTextSchema

/**
 * Where the cursor is put: at a point of the window in pixels, at an end, at a position of the document, or at a place in its
 * Markdown.
 */
export type CursorPlace =
  | { left: number; top: number }
  | 'start'
  | 'end'
  | { offset: number }
  | { sourceOffset: number }

/** What the keys do that lead out of the text, and what is told of its changes. */
export type EditorHandlers = {
  /** Called first for every key. Returns whether the key is handled. */
  onKey(event: KeyboardEvent): boolean
  /** An arrow on the first or last line. Returns false if there is no block to go to. */
  onLeave(direction: 'up' | 'down'): boolean
  onBackspaceAtStart(): void
  /** Enter on an empty last line. Returns false if there can be no block below; the text then goes on. */
  onEnterAtEnd(): boolean
  onChange(text: string): void
  /** Called after every change of the document or the selection. */
  onUpdate(state: EditorState): void
  findAddress: FindAddress
}

/** Puts blocks in place of the selection. Paragraphs at both ends join the text around them. */
function insertNodes(view: EditorView, inserted: readonly Node[]): void {
  const isLine = (node: Node | undefined) => (node?.type === nodes.paragraph ? 1 : 0)
  const slice = new Slice(Fragment.from(inserted), isLine(inserted[0]), isLine(inserted.at(-1)))
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true))
}

async function pasteHtml(view: EditorView, html: string, text: string): Promise<void> {
  const read = await import('./document/paste/read-pasted-html.ts').then(
    ({ readPastedHtml }) => readPastedHtml(html),
    // The service cannot be reached, so the parser of HTML does not load. The text is not lost.
    () => [],
  )
  if (view.isDestroyed) return
  if (read.length > 0) insertNodes(view, read)
  else if (text !== '') view.pasteText(text)
}

function handlePaste(view: EditorView, { clipboardData }: ClipboardEvent): boolean {
  if (!clipboardData || view.state.selection.$from.parent.type.spec.code) return false
  const [html, text] = [clipboardData.getData('text/html'), clipboardData.getData('text/plain')]
  // The editor's own copies have all that they had.
  if (html.includes('data-pm-slice')) return false
  if (html !== '') {
    void pasteHtml(view, html, text)
    return true
  }
  const read = readPastedText(text)
  if (read) insertNodes(view, read)
  return read !== undefined
}

/** Returns whether the cursor is at the first place of the document. */
const isAtStart = ({ selection, doc }: EditorState): boolean =>
  selection.empty && selection.from === Selection.atStart(doc).from

/** Returns whether the cursor is in an empty paragraph at the end of a document that has more. */
function isOnEmptyLastLine({ selection, doc }: EditorState): boolean {
  const { $from, empty } = selection
  return (
    empty &&
    $from.depth === 1 &&
    $from.parent === doc.lastChild &&
    doc.childCount > 1 &&
    $from.parent.content.size === 0
  )
}

/** Returns the position in `next` of what stands at a position of `old`, or the end of what both begin with. */
function moveOffset(offset: number, old: Node, next: Node): number {
  const start = old.content.findDiffStart(next.content)
  const end = old.content.findDiffEnd(next.content)
  if (start === null || offset <= start) return offset
  return offset >= end!.a ? Math.max(start, offset + end!.b - end!.a) : start
}

function handleKeyDown(view: EditorView, event: KeyboardEvent, handlers: EditorHandlers): boolean {
  if (handlers.onKey(event)) return true
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || view.composing) return false
  const { state } = view
  const { $from, empty } = state.selection
  const isFirst = empty && $from.sameParent(Selection.atStart(state.doc).$from)
  const isLast = empty && $from.sameParent(Selection.atEnd(state.doc).$from)
  switch (event.key) {
    case 'ArrowUp':
      return isFirst && view.endOfTextblock('up') && handlers.onLeave('up')
    case 'ArrowDown':
      return isLast && view.endOfTextblock('down') && handlers.onLeave('down')
    case 'Backspace':
      if (!isAtStart(state) || $from.depth !== 1 || $from.parent.type !== nodes.paragraph) return false
      handlers.onBackspaceAtStart()
      return true
    case 'Enter':
      if (!isOnEmptyLastLine(state) || !handlers.onEnterAtEnd()) return false
      view.dispatch(state.tr.delete($from.before(), $from.after()))
      return true
    default:
      return false
  }
}

export type RichTextView = ReturnType<typeof makeRichTextView>

/** Makes an editor for Markdown in an element. `label` names the field for screen readers. */
export function makeRichTextView(
  place: HTMLElement,
  { source, label, language }: { source: string; label: string; language: string | undefined },
  getHandlers: () => EditorHandlers,
) {
  let was: RichTextDocument = readDocument(source)
  let text = source
  /** The last state, once the view is gone. Files that are uploaded after that still come to their places in it. */
  let left: EditorState | undefined
  const { nodeViews, refreshPictures } = makeNodeViews((url) => getHandlers().findAddress(url))
  const plugins: Plugin[] = [slashPlugin(), uploadPlacesPlugin(), textChangePlugin(), ...makeEditingPlugins()]
  const makeState = () => EditorState.create({ doc: was.doc, plugins })
  const view: EditorView = new EditorView(place, {
    state: makeState(),
    nodeViews,
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-keyshortcuts': 'Alt+F10',
      dir: 'auto',
      ...(language !== undefined && { lang: language }),
    },
    handleKeyDown: (_view, event) => handleKeyDown(view, event, getHandlers()),
    // The editor would parse the HTML as elements first, whose styles the Content-Security-Policy forbids.
    handleDOMEvents: {
      paste(_view, event) {
        const isHandled = handlePaste(view, event)
        if (isHandled) event.preventDefault()
        return isHandled
      },
    },
    clipboardTextSerializer: printSlice,
    dispatchTransaction(tr) {
      const state = (left ?? view.state).apply(tr)
      if (left) left = state
      else view.updateState(state)
      if (tr.docChanged) {
        was = updateDocument(was, state.doc)
        if (was.source !== text) {
          text = was.source
          getHandlers().onChange(text)
        }
      }
      getHandlers().onUpdate(state)
    },
  })
  /** Returns the Markdown of some blocks of the document. What is as before keeps its bytes. */
  function writePart(blocks: readonly Node[]): string {
    if (blocks.length === 0) return ''
    return writeDocument(was, nodes.doc.create(null, blocks))
  }
  return {
    view,
    refreshPictures,
    writePart,
    /** Returns the Markdown of a part of the document. */
    writeRange({ from, to }: Range): string {
      const { doc } = view.state
      const [start, end] = [doc.resolve(from), doc.resolve(to)]
      if (start.depth > 0) return printSlice(doc.slice(from, to))
      return writePart(doc.children.slice(start.index(), end.index()))
    },
    /** Shows another text, unless the editor has made it itself. The cursor stays in what is as before. */
    replaceSource(next: string): void {
      if (next === text) return
      text = next
      was = readDocument(next)
      const { doc, selection } = view.state
      const at = moveOffset(selection.head, doc, was.doc)
      view.updateState(makeState())
      view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at))))
    },
    focus(place: CursorPlace): void {
      const { doc, tr } = view.state
      const at = () => {
        if (place === 'start') return Selection.atStart(doc)
        if (place === 'end') return Selection.atEnd(doc)
        if ('sourceOffset' in place) return Selection.near(doc.resolve(findPosition(was, place.sourceOffset)))
        if ('offset' in place) return Selection.near(doc.resolve(Math.min(place.offset, doc.content.size)))
        const found = view.posAtCoords(place)
        return found ? Selection.near(doc.resolve(found.pos)) : Selection.atEnd(doc)
      }
      view.dispatch(tr.setSelection(at()).scrollIntoView())
      focusWhenPossible(view.dom, () => view.focus())
    },
    /** Returns the place of the cursor in the Markdown. */
    getSourceOffset: () => findSourceOffset(was, view.state.selection.head),
    getSource: () => text,
    /** Puts an uploaded file to its place, also after `destroy`. Returns false if the author has removed the place. */
    insertFile(uploadId: number, file: UploadedFile): boolean {
      const tr = insertUploadedFile(left ?? view.state, uploadId, file)
      if (tr.docChanged) view.dispatch(tr)
      return tr.docChanged
    },
    destroy(): void {
      left = view.state
      view.destroy()
    },
  }
}
