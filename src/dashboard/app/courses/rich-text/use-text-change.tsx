import { Sparkles } from 'lucide-react'
import type { EditorState } from 'prosemirror-state'
import { type ComponentProps, lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { useApiQuery } from '../../api/hooks.ts'
import { usePageCommands } from '../../commands/page-commands.ts'
import type { TextTask } from '../../generated/later-operations.ts'
import { ViewerDocument } from '../../generated/operations.ts'
import { makeLoaderThatWaitsForService } from '../../service-status/wait-for-service.ts'
import { canAskModel } from '../can-ask-model.ts'
import { beginTextChange, endTextChange, findChangedRange, takeTextChange } from './editing/text-change.ts'
import type { RichTextView } from './make-editor-view.ts'
import type { TextChange } from './text-change/TextChangePanel.tsx'
import type { TextChangeTool } from './text-change/TextChangeTool.tsx'

const TextChangePanel = lazy(
  makeLoaderThatWaitsForService(() =>
    import('./text-change/TextChangePanel.tsx').then(({ TextChangePanel: Component }) => ({ default: Component })),
  ),
)

/**
 * Has the language model change the text of an editor. Returns the tool, which is undefined if the user cannot ask a model, the
 * panel of a change that has begun, and `choose`, which opens the menu of the tool.
 */
export function useTextChange(
  editor: RefObject<RichTextView | undefined>,
  state: EditorState | undefined,
  lessonId: string | undefined,
) {
  const [isChoosing, setChoosing] = useState(false)
  const [change, setChange] = useState<TextChange & { number: number }>()
  const isChanging = useRef(false)
  const viewer = useApiQuery(ViewerDocument).data?.viewer
  const canChange = viewer !== undefined && canAskModel(viewer, 'courses:read')

  function begin(task: TextTask): void {
    const { view, writeRange } = editor.current!
    const range = findChangedRange(view.state)
    const isSelection = !view.state.selection.empty
    isChanging.current = true
    setChange({ task, source: writeRange(range), isSelection, number: (change?.number ?? 0) + 1 })
  }
  /** Opens and closes the menu of changes. The part that would be changed is marked. */
  function openMenu(isOpen: boolean): void {
    const { view } = editor.current!
    setChoosing(isOpen)
    if (isOpen) view.dispatch(beginTextChange(view.state, findChangedRange(view.state)))
    else if (!isChanging.current) view.dispatch(endTextChange(view.state.tr))
  }
  function end(): void {
    const { view } = editor.current!
    isChanging.current = false
    setChange(undefined)
    view.dispatch(endTextChange(view.state.tr))
    view.focus()
  }
  function take(text: string): boolean {
    const { view } = editor.current!
    const tr = takeTextChange(view.state, text)
    if (!tr) return false
    view.dispatch(tr)
    isChanging.current = false
    setChange(undefined)
    view.focus()
    return true
  }
  const canBegin = canChange && !change && state !== undefined && state.doc.textContent.trim() !== ''
  function choose(): void {
    if (canBegin) openMenu(true)
  }
  usePageCommands(canChange ? [{ label: 'Change the text with AI', icon: Sparkles, run: choose }] : [])
  const tool: ComponentProps<typeof TextChangeTool> | undefined =
    state && canChange
      ? {
          isOpen: isChoosing,
          isDisabled: !canBegin,
          isSelection: !state.selection.empty,
          onOpenChange: openMenu,
          onChoose: begin,
        }
      : undefined
  const panel = change && (
    <Suspense>
      <TextChangePanel key={change.number} change={change} lessonId={lessonId} onTake={take} onClose={end} />
    </Suspense>
  )
  return { tool, panel, choose }
}
