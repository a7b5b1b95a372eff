import { expect, test } from 'vitest'
import {
  type DraftModule,
  findModuleDropTarget,
  findRowToFocusAfterDeletion,
  planOutlineMove,
} from '../../src/dashboard/app/courses/outline/moves.ts'

const makeModule = (id: string, orders: readonly number[]) =>
  ({
    id,
    name: id,
    lessons: orders.map((order) => ({ id: `${id}${order}`, name: `${id}${order}`, order })),
  }) as DraftModule

const ordersOf = (modules: readonly DraftModule[], id: string) =>
  modules.find((module) => module.id === id)!.lessons.map((lesson) => [lesson.id, lesson.order])

test('a lesson that moves to another module takes the place of the next lesson, also right after another move', () => {
  // The positions 1 and 2 are free, because deleted lessons leave gaps.
  const modules = [makeModule('a', [0, 1]), makeModule('b', [0, 3])]
  const first = planOutlineMove(modules, 'a0', { id: 'b0', at: 'before' })!
  expect(first).toMatchObject({ mutation: 'moveLesson', moduleId: 'b', lessonId: 'a0', order: 0 })
  expect(ordersOf(first.modules, 'b')).toEqual([
    ['a0', 0],
    ['b0', 1],
    ['b3', 4],
  ])
  const second = planOutlineMove(first.modules, 'a1', { id: 'b3', at: 'before' })!
  expect(second).toMatchObject({ mutation: 'moveLesson', order: 4 })
  const third = planOutlineMove(second.modules, 'b0', { id: 'a', at: 'on' })!
  expect(third).toMatchObject({ mutation: 'moveLesson', order: undefined })
  expect(ordersOf(third.modules, 'a')).toEqual([['b0', 0]])
})

test('lessons in a new order are numbered from 0 for the next move', () => {
  const modules = [makeModule('a', [0]), makeModule('b', [2, 5, 7])]
  const first = planOutlineMove(modules, 'b7', { id: 'b2', at: 'before' })!
  expect(first).toMatchObject({ mutation: 'reorderLessons', ids: ['b7', 'b2', 'b5'] })
  expect(planOutlineMove(first.modules, 'a0', { id: 'b2', at: 'before' })).toMatchObject({ order: 1 })
})

test('a module can be dropped before a module, after the last lesson of one, and after one whose lessons are not shown', () => {
  const modules = [makeModule('a', [0, 1]), makeModule('b', [])]
  const find = (id: string, at: 'before' | 'after' | 'on', isCollapsed = false) =>
    findModuleDropTarget(modules, { id, at }, () => isCollapsed)
  expect(find('a', 'before')).toEqual({ id: 'a', at: 'before' })
  expect(find('a1', 'after')).toEqual({ id: 'a', at: 'after' })
  expect(find('b', 'after')).toEqual({ id: 'b', at: 'after' })
  expect(find('a', 'after', true)).toEqual({ id: 'a', at: 'after' })
  for (const target of [find('a', 'after'), find('a', 'on'), find('a0', 'after'), find('a1', 'before')])
    expect(target).toBeUndefined()
})

test('after a deletion the focus moves to the next item, or else to the previous one, or else to the module', () => {
  const modules = [makeModule('a', [0, 1]), makeModule('b', [0])]
  const ids = ['a0', 'a1', 'b0', 'a', 'b'].map((id) => findRowToFocusAfterDeletion(modules, id))
  expect(ids).toEqual(['a1', 'a0', 'b', 'b', 'a'])
  expect(findRowToFocusAfterDeletion([makeModule('a', [])], 'a')).toBeUndefined()
})
