import { expect, test } from 'vitest'
import type { DraftModule } from '../../src/dashboard/app/courses/outline/moves.ts'
import { placeNewTitles } from '../../src/dashboard/app/courses/outline-column/new-titles.ts'
import {
  insertPastedOutline,
  leaveOut,
  makeTreeInput,
  moveLessons,
} from '../../src/dashboard/app/courses/outline-column/outline-changes.ts'
import { findNextLesson } from '../../src/dashboard/app/courses/outline-column/rows.ts'

const makeModule = (id: string, ...lessonIds: string[]) =>
  ({ id, name: id, lessons: lessonIds.map((lessonId) => ({ id: lessonId, name: lessonId })) }) as DraftModule
const modules = [makeModule('a', 'a1', 'a2'), makeModule('b', 'b1'), makeModule('c')]

type Listed = { id?: string | null | undefined; name: string; lessons?: readonly Listed[] | null | undefined }
const show = (listed: readonly Listed[]) =>
  listed.map(({ id, name, lessons }) =>
    [id ?? `+${name}`, ...(lessons ?? []).map((lesson) => lesson.id ?? `+${lesson.name}`)].join(' '),
  )

test('a request that writes the outline lists all modules, and the lessons of those alone whose lessons change', () => {
  const next = insertPastedOutline(
    modules,
    { moduleId: 'a', after: 'a1' },
    { lessons: ['x'], modules: [{ name: 'y', lessons: ['z'] }] },
  )
  expect(show(makeTreeInput(modules, next))).toEqual(['a a1 +x a2', '+y +z', 'b', 'c'])
  expect(makeTreeInput(modules, leaveOut(modules, new Set(['b1', 'c'])))).toEqual([
    { id: 'a', name: 'a' },
    { id: 'b', name: 'b', lessons: [] },
  ])
})

test('lessons of several modules move together, in their order', () => {
  const ids = new Set(['a2', 'b1', 'a1'])
  expect(show(moveLessons(modules, ids, { id: 'c', at: 'on' }))).toEqual(['a', 'b', 'c a1 a2 b1'])
  expect(show(moveLessons(modules, new Set(['a1']), { id: 'b1', at: 'before' }))).toEqual(['a a2', 'b a1 b1', 'c'])
})

test('a new title stands below the one after which it was written, before and after that one has an id', () => {
  const title = (key: string, after: string) => ({ key, level: 'lesson' as const, moduleId: 'a', after, name: key })
  const titles = [title('k1', 'a1'), title('k2', 'k1')]
  expect(show(placeNewTitles(modules, titles, new Map()))).toEqual(['a a1 k1 k2 a2', 'b b1', 'c'])
  const saved = [makeModule('a', 'a1', 'new', 'a2'), ...modules.slice(1)]
  expect(show(placeNewTitles(saved, titles, new Map([['k1', 'new']])))[0]).toBe('a a1 new k2 a2')
})

test('after lessons are deleted, the next lesson that is left follows, or else the one before', () => {
  expect(findNextLesson(modules, 'a1', new Set(['a1', 'a2']))?.id).toBe('b1')
  expect(findNextLesson(modules, 'b1', new Set(['b1']))?.id).toBe('a2')
  expect(findNextLesson([makeModule('a', 'a1')], 'a1', new Set(['a1']))).toBeUndefined()
})
