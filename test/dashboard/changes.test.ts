import { expect, test } from 'vitest'
import {
  type CourseChange,
  describeCourseSize,
  groupChanges,
} from '../../src/dashboard/app/courses/publishing/diff/group-changes.ts'
import {
  areReorderedStringLists,
  describeJsonPointer,
} from '../../src/dashboard/app/courses/publishing/diff/value-labels.ts'

test.each([
  ['/name', 'Name'],
  ['/durationMinutes', 'Duration in minutes'],
  ['/objectives/1', 'Learning objectives 2'],
  ['/content', 'Content'],
  ['/content/questions/0/options/2/text', 'Questions 1 › Options 3 › Text'],
  ['/content/passingScore', 'Passing score'],
  ['/attributes/a~1b~0c', 'Attributes › A/b~c'],
])('the place %s of a value is named %s', (path, name) => {
  expect(describeJsonPointer(path)).toBe(name)
})

test('two lists of the same texts in another order are recognised, and nothing else is', () => {
  expect(areReorderedStringLists('["a","b"]', '["b","a"]')).toBe(true)
  expect(areReorderedStringLists('["a","b"]', '["b","c"]')).toBe(false)
  expect(areReorderedStringLists('["a"]', '["a"]')).toBe(false)
  expect(areReorderedStringLists('["a","b","a"]', '["b","a","a"]')).toBe(true)
  expect(areReorderedStringLists('["a","a","b"]', '["a","b","b"]')).toBe(false)
  expect(areReorderedStringLists('[1,2]', '[2,1]')).toBe(false)
  expect(areReorderedStringLists('[see below]', '[see above]')).toBe(false)
  expect(areReorderedStringLists(null, '["a","b"]')).toBe(false)
})

const makeChange = (change: Partial<CourseChange> & Pick<CourseChange, 'kind' | 'nodeId' | 'path'>): CourseChange => ({
  name: change.kind === 'block' ? 'text' : change.nodeId,
  change: 'changed',
  isMoved: false,
  values: [],
  ...change,
})

test('changed blocks are grouped by the lesson that they are in, and removed ones by the lesson that they were in', () => {
  const before = [{ id: 'm', name: 'M', lessons: ['one', 'two'].map((id) => ({ id, name: id })) }]
  const after = [{ id: 'm', name: 'M', lessons: ['two', 'one'].map((id) => ({ id, name: id })) }]
  const groups = groupChanges(
    [
      makeChange({ kind: 'block', nodeId: 'a', path: 'modules.0.lessons.0.blocks.0' }),
      makeChange({ kind: 'lesson', nodeId: 'one', path: 'modules.0.lessons.1', change: 'moved' }),
      makeChange({ kind: 'block', nodeId: 'b', path: 'modules.0.lessons.0.blocks.1', change: 'removed' }),
      makeChange({ kind: 'block', nodeId: 'c', path: 'modules.7.lessons.0.blocks.0' }),
    ],
    { before, after },
  )
  expect(
    groups.map(({ id, name, own, blocks }) => [id, name, own?.change, blocks.map(({ nodeId }) => nodeId)]),
  ).toEqual([
    ['two', 'two', undefined, ['a']],
    ['one', 'one', 'moved', ['b']],
    ['modules.7.lessons.0', 'Lesson', undefined, ['c']],
  ])
})

test('the content of a course is counted from its outline', () => {
  const modules = [
    { id: 'm', name: 'M', lessons: ['one', 'two'].map((id) => ({ id, name: id })) },
    { id: 'n', name: 'N', lessons: [] },
  ]
  expect(describeCourseSize(modules, 1440)).toBe('2 modules, 2 lessons, 1,440 blocks')
})
