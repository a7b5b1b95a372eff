import { expect, test } from 'vitest'
import { type DraftModule, planOutlineMove } from '../../src/dashboard/app/courses/outline/moves.ts'

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
