import type { Command, EditorState } from 'prosemirror-state'
import {
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { findAssetIds } from '../../../../courses/block/asset-ids.ts'
import type { AssetPartsFragment, BlockType } from '../../generated/operations.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { UploadList } from '../../uploads/UploadList.tsx'
import { useFileDrop } from '../../uploads/use-file-drop.ts'
import { type Upload, useUploads } from '../../uploads/use-uploads.ts'
import { useCourseLanguage } from '../course-language.ts'
import { useAssetAddresses } from '../files/asset-addresses.tsx'
import { getKindOfType } from '../files/file-kinds.ts'
import prose from '../markdown/Markdown.module.css'
import { dismissSlash, getSlashQuery } from './editing/slash.ts'
import { findLink, setLink } from './editing/tools.ts'
import { addUploadPlace, removeUploadPlace } from './editing/upload-places.ts'
import { LinkForm } from './LinkForm.tsx'
import { type CursorPlace, type EditorHandlers, makeRichTextView, type RichTextView } from './make-editor-view.ts'
import style from './RichText.module.css'
import { SlashMenu, type SlashMenuHandle } from './SlashMenu.tsx'
import type { InsertableBlock, SlashAction, SlashItem } from './slash-items.ts'
import { isSourceKey, isTextChangeKey } from './source-key.ts'
import { Toolbar } from './Toolbar.tsx'
import { useTextChange } from './use-text-change.tsx'

/** The texts on both sides of a block that is inserted. `below` is empty if nothing follows it. */
export type TextAround = { above: string; below: string }

/** Lets the parent ask the editor. */
export type RichTextHandle = {
  /** Returns the position of the cursor in the document. */
  getCursor(): number
  /** Returns the texts above and below the cursor. What stands in its own paragraph is above. */
  splitAtCursor(): TextAround
}

type RichTextEditorProps = {
  ref?: Ref<RichTextHandle>
  /** The name of the field for screen readers. */
  label: string
  /** The text as Markdown. */
  value: string
  onChange(text: string): void
  /** Where the cursor is put when the editor appears. */
  cursor: CursorPlace
  onEscape(): void
  /** Called for Ctrl-S. */
  onSave(): void
  /** Called when the author wants to see the Markdown. */
  onSource(): void
  /** Called when the editor goes, with the place of the cursor in the Markdown. */
  onCursorLeft(sourceOffset: number): void
  onLeave(direction: 'up' | 'down'): boolean
  onBackspaceAtStart(): void
  onEnterAtEnd(): boolean
  /** The lesson of the text, if the service has it. */
  lessonId: string | undefined
  /** The blocks that the menu behind a slash offers, and what else it does. */
  blocks: readonly InsertableBlock[]
  slashActions: readonly SlashAction[]
  /** Called when the author chooses another type of block. */
  onInsertBlock(type: BlockType): void
  /** Called when the upload of files begins. */
  onUpload(): void
  /** Called when a file is uploaded after the editor has gone, with the text before and after it has come to its place. */
  onLateFile(asset: AssetPartsFragment, before: string, after: string): void
  children?: ReactNode
}

const assetPrefix = 'asset:'

function splitAtCursor({ view, writePart }: RichTextView): TextAround {
  const { doc, selection } = view.state
  const index = selection.$from.index(0)
  const isEmpty = doc.maybeChild(index)?.content.size === 0
  const above = writePart(doc.children.slice(0, isEmpty ? index : index + 1))
  return { above, below: writePart(doc.children.slice(index + 1)) }
}

/**
 * Shows a text in Markdown as learners see it, to write in. What the author does not touch keeps its bytes. A file that
 * is dropped or pasted is uploaded, and appears at the cursor.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { ref, label, value, onChange, cursor, lessonId, blocks, slashActions, children, ...on } = props
  const outer = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<RichTextView>(undefined)
  const slash = useRef<SlashMenuHandle>(null)
  const [state, setState] = useState<EditorState>()
  const [isLinking, setLinking] = useState(false)
  const language = useCourseLanguage()
  const ids = useMemo(() => findAssetIds(value), [value])
  const { find } = useAssetAddresses(ids)
  const urls = ids.map((id) => find(id)?.url ?? '').join(' ')

  const focus = () => editor.current!.view.focus()
  function run(command: Command): void {
    const { view } = editor.current!
    command(view.state, view.dispatch, view)
    view.focus()
  }

  const textChange = useTextChange(editor, state, lessonId)

  function finishUpload({ id, name, type }: AssetPartsFragment, upload: Upload): void {
    const isPicture = getKindOfType(type) === 'picture'
    if (!editor.current!.insertFile(upload.id, { id, name, isPicture }))
      showToast(`${name} is in the library. Its place in the text was removed.`)
  }
  function finishLateUpload(asset: AssetPartsFragment, upload: Upload): void {
    const before = editor.current!.getSource()
    finishUpload(asset, upload)
    const after = editor.current!.getSource()
    if (after !== before) on.onLateFile(asset, before, after)
  }
  const late = { place: 'in the text', onUploaded: finishLateUpload }
  const { uploads, add, retry, cancel } = useUploads(finishUpload, late)
  function upload(files: readonly File[]): void {
    const { view } = editor.current!
    for (const { id, file } of add(files))
      view.dispatch(addUploadPlace(view.state.tr, id, view.state.selection.to, file.name))
    view.focus()
    on.onUpload()
  }
  const isOver = useFileDrop(outer, upload)

  function openSource(): void {
    if (uploads.length > 0) showToast('First let the files be uploaded, or cancel them.')
    else on.onSource()
  }
  function onKey(event: KeyboardEvent): boolean {
    if (slash.current && getSlashQuery(editor.current!.view.state)) return slash.current.handleKey(event)
    const isModified = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    if (isModified && !event.shiftKey && !event.altKey && (key === 'k' || key === 's')) {
      if (key === 'k') setLinking(true)
      else on.onSave()
      return true
    }
    if (isSourceKey(event)) {
      openSource()
      return true
    }
    if (textChange.tool && isTextChangeKey(event)) {
      textChange.choose()
      return true
    }
    if (event.altKey && event.key === 'F10') {
      outer.current?.querySelector<HTMLElement>('[role=toolbar] button:not(:disabled)')?.focus()
      return true
    }
    if (event.key !== 'Escape' || event.isComposing) return false
    on.onEscape()
    return true
  }
  const handlers: EditorHandlers = {
    ...on,
    onKey,
    onChange,
    onUpdate: setState,
    findAddress: (url) => {
      if (url.startsWith(assetPrefix)) return find(url.slice(assetPrefix.length))?.url
      return /^https?:/i.test(url) ? url : undefined
    },
  }
  const latest = useRef(handlers)
  latest.current = handlers
  const latestOnCursorLeft = useRef(on.onCursorLeft)
  latestOnCursorLeft.current = on.onCursorLeft
  const first = useRef({ source: value, label, language, cursor })
  // Layout effects, because a letter that is typed before an effect runs would be replaced by the text of before.
  useLayoutEffect(() => {
    const { cursor: at, ...options } = first.current
    const made = makeRichTextView(place.current!, options, () => latest.current)
    editor.current = made
    setState(made.view.state)
    made.focus(at)
    return () => {
      latestOnCursorLeft.current(made.getSourceOffset())
      made.destroy()
      latest.current = { ...latest.current, onChange: () => {} }
    }
  }, [])
  useLayoutEffect(() => editor.current!.replaceSource(value), [value])
  useImperativeHandle(ref, () => ({
    getCursor: () => editor.current!.view.state.selection.from,
    splitAtCursor: () => splitAtCursor(editor.current!),
  }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: pictures are shown again when an address changes.
  useEffect(() => editor.current!.refreshPictures(), [urls])

  const query = state && getSlashQuery(state)
  function chooseSlashItem(item: SlashItem): void {
    const { view } = editor.current!
    const { from, to } = getSlashQuery(view.state)!
    view.dispatch(view.state.tr.delete(from, to))
    if ('command' in item) run(item.command)
    else if ('run' in item) item.run()
    else on.onInsertBlock(item.type)
  }
  return (
    // Its keys and presses are the editor's: the list around it would move the focus and begin drags.
    // biome-ignore lint/a11y/noStaticElementInteractions: the element only keeps events from the list.
    <div
      ref={outer}
      className={isOver ? `${style.editor} ${style.over}` : style.editor}
      onPointerDown={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.key !== 'Tab' && event.stopPropagation()}
    >
      {state && (
        <Toolbar
          state={state}
          onRun={run}
          onLink={() => setLinking(true)}
          onFiles={upload}
          onSource={openSource}
          onLeave={focus}
          textChange={textChange.tool}
        >
          {textChange.panel}
        </Toolbar>
      )}
      {isLinking && state && (
        <LinkForm
          url={findLink(state).url}
          onApply={(url, text) => {
            setLinking(false)
            run(setLink(url, text))
          }}
          onClose={() => {
            setLinking(false)
            focus()
          }}
        />
      )}
      <div ref={place} className={`${prose.prose} ${style.text}`} />
      {query && (
        <SlashMenu
          ref={slash}
          query={query.text}
          blocks={blocks}
          actions={slashActions}
          anchor={editor.current!.view.coordsAtPos(query.from)}
          editor={editor.current!.view.dom}
          onChoose={chooseSlashItem}
          onDismiss={() => editor.current!.view.dispatch(dismissSlash(editor.current!.view.state))}
        />
      )}
      <div className={style.uploads}>
        <UploadList
          uploads={uploads}
          retry={retry}
          cancel={(id) => {
            cancel(id)
            const { view } = editor.current!
            view.dispatch(removeUploadPlace(view.state.tr, id))
          }}
        />
      </div>
      {children}
    </div>
  )
}
