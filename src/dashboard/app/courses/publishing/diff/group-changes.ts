import type { DiffPartsFragment } from '../../../generated/later-operations.ts'
import { formatCountWithNoun } from '../../labels.ts'

export type CourseChange = DiffPartsFragment['changes'][number]

/** The names of the modules and lessons of a draft or a release. */
export type ModuleAndLessonNames = readonly {
  id: string
  name: string
  lessons: readonly { id: string; name: string }[]
}[]

/**
 * The changes of one course, module or lesson. `own` is the change of its fields or position. `blocks` contains the
 * changes of the blocks of a lesson.
 */
export type ChangeGroup = {
  kind: 'course' | 'module' | 'lesson'
  id: string
  name: string
  own?: CourseChange
  blocks: CourseChange[]
}

/** Returns the name of a lesson, or undefined if no outline contains the lesson. */
export const findLessonName = (id: string, ...outlines: readonly ModuleAndLessonNames[]): string | undefined =>
  outlines
    .flat()
    .flatMap(({ lessons }) => lessons)
    .find((lesson) => lesson.id === id)?.name

/** Returns the lesson that contains the block at a path such as `modules.0.lessons.2.blocks.1`. */
export function findLessonAtPath(path: string, outline: ModuleAndLessonNames) {
  const [, module, lesson] = /^modules\.(\d+)\.lessons\.(\d+)\./.exec(path) ?? []
  return outline[Number(module)]?.lessons[Number(lesson)]
}

/** Groups changes by course, module and lesson. The changes of blocks are in the group of their lesson. */
export function groupChanges(
  changes: readonly CourseChange[],
  { before, after }: { before: ModuleAndLessonNames; after: ModuleAndLessonNames },
): ChangeGroup[] {
  const groups = new Map<string, ChangeGroup>()
  for (const change of changes) {
    const { kind, nodeId, name, path } = change
    if (kind !== 'block') {
      groups.set(nodeId, { blocks: [], ...groups.get(nodeId), kind, id: nodeId, name, own: change })
      continue
    }
    // A removed block has a path in the earlier content. Any other block has a path in the later content.
    const lesson = findLessonAtPath(path, change.change === 'removed' ? before : after)
    const id = lesson?.id ?? path.replace(/\.blocks\.\d+$/, '')
    const group: ChangeGroup = groups.get(id) ?? { kind: 'lesson', id, name: lesson?.name ?? 'Lesson', blocks: [] }
    groups.set(id, { ...group, blocks: [...group.blocks, change] })
  }
  return [...groups.values()]
}

const changeWords = ['added', 'changed', 'moved', 'removed'] as const

/** Describes the numbers of changes: `2 added, 5 changed`. Returns an empty text if nothing differs. */
export const describeChangeCounts = (counts: DiffPartsFragment['counts']): string =>
  changeWords
    .filter((word) => counts[word] > 0)
    .map((word) => `${counts[word].toLocaleString('en')} ${word}`)
    .join(', ')

/** Describes the content of a course: `1 module, 2 lessons, 9 blocks`. */
export function describeCourseSize(modules: ModuleAndLessonNames, blockCount: number): string {
  const lessonCount = modules.reduce((count, { lessons }) => count + lessons.length, 0)
  return [
    formatCountWithNoun(modules.length, 'module'),
    formatCountWithNoun(lessonCount, 'lesson'),
    formatCountWithNoun(blockCount, 'block'),
  ].join(', ')
}
