import { showErrorToast } from '../../ui/toast-queue.ts'
import { findModuleOfLesson } from '../outline/moves.ts'
import { lowerNewTitle, raiseNewTitle } from './new-titles.ts'
import { findPasteProblem, makePastedOutline, type PastedTitle } from './pasted-titles.ts'
import type { TitleFieldHandlers } from './TitleField.tsx'
import type { OutlineEditing } from './use-outline-editing.ts'
import type { usePasteTitles } from './use-paste-titles.ts'

/** Makes what the keys of the field do in which a title is written. */
export function makeTitleFieldHandlers(
  { titles, focus, setExpanded, moveRow, changeLevelOf }: OutlineEditing,
  pasteTitles: ReturnType<typeof usePasteTitles>,
  announce: (text: string) => void,
): TitleFieldHandlers {
  const { edit, shownModules } = titles

  function leave(): void {
    const { id, newTitle } = edit ?? {}
    titles.leave()
    focus.focusRow(newTitle ? (newTitle.after ?? newTitle.moduleId) : id)
  }
  function changeLevelOfNewTitle(to: 'module' | 'lesson'): void {
    if (!edit?.newTitle) return
    const changed = to === 'lesson' ? lowerNewTitle(shownModules, edit.newTitle) : raiseNewTitle(edit.newTitle)
    if (!changed) {
      announce(to === edit.newTitle.level ? `It is a ${to} already.` : 'No module is above it.')
      return
    }
    if (changed.moduleId) setExpanded(changed.moduleId, true)
    titles.setNewTitle(changed)
    announce(`It is now a ${to}.`)
  }
  async function paste(pasted: readonly PastedTitle[], text: string): Promise<void> {
    if (!edit) return
    const problem = findPasteProblem(pasted)
    if (problem) return void showErrorToast(problem)
    const module = findModuleOfLesson(shownModules, edit.id)
    const isEmpty = edit.newTitle !== undefined && text.trim() === ''
    const after = isEmpty ? edit.newTitle?.after : edit.id
    titles.save(text)
    titles.leave()
    focus.focusRow(after ?? module?.id)
    if (module) setExpanded(module.id, true)
    await pasteTitles(makePastedOutline(pasted, module ? 'lesson' : 'module'), () => ({
      moduleId: titles.resolve(module?.id),
      after: titles.resolve(after),
    }))
  }

  return {
    onEnter(text, goesOn) {
      titles.save(text)
      if (goesOn && edit) titles.beginAfter(edit.id)
      else leave()
    },
    onEscape: leave,
    onBlur(text) {
      titles.save(text)
      titles.leave()
    },
    onLevelChange(to, text) {
      if (!edit) return
      if (edit.newTitle) return changeLevelOfNewTitle(to)
      titles.save(text)
      void changeLevelOf(edit.id, to, true)
    },
    onMove: (step) => void (edit && moveRow(edit.id, step)),
    onPasteList: (pasted, text) => void paste(pasted, text),
  }
}
