import { v4 } from 'uuid'
import { getErrorMessageForUser } from '../../api/api-error.ts'
import { runGraphqlOperation } from '../../api/request.ts'
import { LessonAttributesDocument, ModuleAttributesDocument } from '../../generated/later-operations.ts'
import { updateMutationsByLevel } from '../dialogs/EditOutlineItemDialog.tsx'
import { formatCountWithNoun } from '../labels.ts'
import { type DraftModule, findModuleOfLesson } from '../outline/moves.ts'
import { makeLessonAModule, makeModuleALesson } from './outline-changes.ts'
import type { OutlineWriter } from './use-write-outline.ts'

/** Why the level of a module or lesson cannot change, in words for the author. */
class LevelProblem extends Error {}

async function readModuleAttributes(id: string) {
  return (await runGraphqlOperation(ModuleAttributesDocument, { id })).module?.attributes ?? {}
}

async function readAttributesOfEmptyLesson(id: string, name: string) {
  const { lesson } = await runGraphqlOperation(LessonAttributesDocument, { id })
  const count = lesson?.blocks.length ?? 0
  if (count > 0)
    throw new LevelProblem(
      `“${name}” has ${formatCountWithNoun(count, 'block')}, and a module has none. Move or delete them first.`,
    )
  return lesson?.attributes ?? {}
}

async function lower(modules: DraftModule[], id: string) {
  const module = modules.find((candidate) => candidate.id === id)
  if (!module) return undefined
  const { name, lessons } = module
  if (modules[0] === module) throw new LevelProblem(`No module is above “${name}”, so it cannot become a lesson.`)
  if (lessons.length > 0)
    throw new LevelProblem(
      `“${name}” has ${formatCountWithNoun(lessons.length, 'lesson')}, and a lesson has none. Move or delete them first.`,
    )
  return makeModuleALesson(modules, module, await readModuleAttributes(id))
}

async function raise(modules: DraftModule[], id: string) {
  const lesson = findModuleOfLesson(modules, id)?.lessons.find((candidate) => candidate.id === id)
  return lesson && makeLessonAModule(modules, lesson, await readAttributesOfEmptyLesson(id, lesson.name))
}

/**
 * Returns a function that makes a module a lesson, or a lesson a module. The new record has the fields of the old one,
 * which goes to the trash. The function returns the id of the new record, or says why there is none.
 */
export function useLevelChange(writer: OutlineWriter, openLessonId: string) {
  return async (id: string, to: 'module' | 'lesson'): Promise<{ id: string; name: string } | { problem: string }> => {
    const from = to === 'module' ? 'lesson' : 'module'
    const modules = writer.getModules()
    const items: readonly { id: string; name: string; key: string | null }[] =
      from === 'module' ? modules : modules.flatMap(({ lessons }) => lessons)
    const item = items.find((candidate) => candidate.id === id)
    if (!item) return { problem: 'A course has modules, and modules have lessons. There is no other level.' }
    if (id === openLessonId)
      return { problem: `“${item.name}” is open. Open another lesson, then make “${item.name}” a module.` }
    try {
      const created = await writer.enqueue(async () => {
        const changes = await writer.writeNow((current) => (to === 'lesson' ? lower : raise)(current, id), {
          prune: true,
        })
        const newId = changes.find(({ change, kind }) => change === 'created' && kind === to)?.recordId
        // The key is free as soon as the old record is in the trash.
        if (newId && item.key !== null)
          await runGraphqlOperation(updateMutationsByLevel[to], {
            id: newId,
            input: { key: item.key },
            idempotencyKey: v4(),
          })
        return newId
      })
      return created ? { id: created, name: item.name } : { problem: `“${item.name}” was deleted meanwhile.` }
    } catch (error) {
      return { problem: error instanceof LevelProblem ? error.message : getErrorMessageForUser(error) }
    }
  }
}
