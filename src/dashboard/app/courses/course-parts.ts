import type { OutlineQuery } from '../generated/operations.ts'
import { foldText } from './fold-text.ts'
import { proposeSlug } from './propose-slug.ts'

type Modules = NonNullable<OutlineQuery['courseTree']>['modules']

/** A module or lesson that another part of the course can name. `place` is the name of the module of a lesson. */
export type CoursePart = { level: 'module' | 'lesson'; id: string; key: string | null; name: string; place?: string }

/** Lists the modules and lessons of a course, in its order. */
export const listCourseParts = (modules: Modules): CoursePart[] =>
  modules.flatMap(({ id, key, name, lessons }) => [
    { level: 'module', id, key, name },
    ...lessons.map(
      (lesson): CoursePart => ({
        level: 'lesson',
        id: lesson.id,
        key: lesson.key,
        name: lesson.name,
        place: name,
      }),
    ),
  ])

/** Returns the parts with a name or key that contains a text, those that begin with it first. */
export function findCourseParts(text: string, parts: readonly CoursePart[]): CoursePart[] {
  const folded = foldText(text)
  const matching = (matches: (name: string) => boolean) =>
    parts.filter(({ name, key }) => matches(foldText(name)) || (key !== null && matches(foldText(key))))
  return [...new Set([...matching((name) => name.startsWith(folded)), ...matching((name) => name.includes(folded))])]
}

/** Proposes a key for a module or lesson from its name. No other module or lesson of the course has it. */
export function proposeKey({ level, name, id }: CoursePart, parts: readonly CoursePart[]): string {
  const taken = new Set(parts.map(({ key }) => key?.toLowerCase()))
  const key = proposeSlug(name) || `${level}-${id.slice(-6)}`
  for (let number = 1; ; number++) {
    const proposed = number === 1 ? key : `${key}-${number}`
    if (!taken.has(proposed)) return proposed
  }
}
