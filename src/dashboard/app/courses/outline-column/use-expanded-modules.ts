import { useEffect, useState } from 'react'
import { type DraftModule, findModuleOfLesson } from '../outline/moves.ts'

/** Up to this number of lessons, all modules of a course are expanded at first; in a longer course, that of the lesson is. */
const maxExpandedLessons = 100

/** Returns which modules are expanded, and a function that expands and collapses them. */
export function useExpandedModules(modules: readonly DraftModule[], lessonId: string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isShort = modules.reduce((total, { lessons }) => total + lessons.length, 0) <= maxExpandedLessons
  const currentId = findModuleOfLesson(modules, lessonId)?.id
  const setExpanded = (id: string, isExpanded: boolean) => setChosen((old) => new Map(old).set(id, isExpanded))
  // A module stays expanded when the author goes on to a lesson of another one.
  useEffect(() => {
    if (currentId !== undefined)
      setChosen((old) => (old.get(currentId) === true ? old : new Map(old).set(currentId, true)))
  }, [currentId])
  return {
    isExpanded: (id: string) => chosen.get(id) ?? (isShort || id === currentId),
    setExpanded,
  }
}
