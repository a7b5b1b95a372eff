import { useQueryClient } from '@tanstack/react-query'
import { refresh } from '../../data/hooks.ts'
import { useRepeatable } from '../../data/repeatable.ts'
import {
  MoveLessonDocument,
  OutlineDocument,
  type OutlineQuery,
  ReorderLessonsDocument,
  ReorderModulesDocument,
} from '../../generated/operations.ts'
import { tellProblem } from '../../parts/toasts.ts'
import { courseReads } from '../reads.ts'
import { arrange, type Move, type OutlineModule, type Target } from './arrange.ts'

/** Moves modules and lessons: at once on the page, and back again where the service refuses. */
export function useArrange(courseId: string, modules: OutlineModule[], say: (text: string) => void) {
  const client = useQueryClient()
  const reorderModules = useRepeatable(ReorderModulesDocument, courseReads)
  const reorderLessons = useRepeatable(ReorderLessonsDocument, courseReads)
  const moveLesson = useRepeatable(MoveLessonDocument, courseReads)

  function send(move: Move): Promise<unknown> {
    if (move.kind === 'modules') return reorderModules.run({ courseId, ids: move.ids })
    if (move.kind === 'lessons') return reorderLessons.run({ moduleId: move.moduleId, ids: move.ids })
    return moveLesson.run({ id: move.lessonId, moduleId: move.moduleId, order: move.order })
  }

  async function move(id: string, target: Target): Promise<void> {
    const found = arrange(modules, id, target)
    if (!found) return
    const key = ['Outline', { id: courseId }]
    await client.cancelQueries({ queryKey: key })
    client.setQueryData<OutlineQuery>(
      key,
      (old) => old && { ...old, courseTree: old.courseTree && { ...old.courseTree, modules: found.modules } },
    )
    say(placeOf(found.modules, id))
    if ((await send(found)) !== undefined) return
    tellProblem('The move was not saved: the outline is as it was.')
    await refresh([OutlineDocument], client)
  }
  return move
}

/** `“Light” is now lesson 2 of 3 in “Plants”.` */
function placeOf(modules: readonly OutlineModule[], id: string): string {
  const own = modules.findIndex((module) => module.id === id)
  if (own >= 0) return `“${modules[own]!.name}” is now module ${own + 1} of ${modules.length}.`
  for (const { name, lessons } of modules) {
    const index = lessons.findIndex((lesson) => lesson.id === id)
    if (index >= 0) return `“${lessons[index]!.name}” is now lesson ${index + 1} of ${lessons.length} in “${name}”.`
  }
  return ''
}
