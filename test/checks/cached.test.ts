import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { checks, failedCheckDefinition } from '../../src/checks/checks.ts'
import { makeLessonFieldHasher } from '../../src/checks/finding-id.ts'
import { cacheLessonResult, findCachedLessonResult } from '../../src/checks/lesson-cache.ts'
import type { LessonCheck } from '../../src/checks/model/check.ts'
import type { CourseForChecks, LessonForChecks, ReleaseForChecks } from '../../src/checks/model/course.ts'
import { runChecks } from '../../src/checks/run.ts'
import { courseOf, faults, text } from './faults.ts'

const hashOf = (lesson: LessonForChecks) => createHash('sha256').update(JSON.stringify(lesson)).digest('hex')

/** The course as a release has it, and how many lessons the checks have read of it. */
function makeRelease(course: CourseForChecks) {
  const lessons = new Map(course.modules.flatMap(({ lessons }) => lessons).map((one) => [hashOf(one), one]))
  const read: string[] = []
  const release: ReleaseForChecks = {
    ...course,
    modules: course.modules.map((module) => ({
      ...module,
      lessons: module.lessons.map((lesson) => {
        const { id, key, name, prerequisites } = lesson
        return { id, key, name, prerequisites, hash: hashOf(lesson) }
      }),
    })),
    async *readLessons(hashes) {
      read.push(...hashes)
      for (const hash of hashes) yield new Map([[hash, lessons.get(hash)!]])
    },
  }
  return { release, read, size: lessons.size }
}

const lessonOf = ({ modules }: CourseForChecks) => modules[0]!.lessons[0]!

test('the results of 5,000 lessons and 16 MB are kept, and none of more than 2 MB', () => {
  const lesson = lessonOf(courseOf([]))
  const keep = (hash: string, chars: number) =>
    cacheLessonResult(hash, lesson, {
      problems: [],
      links: { internalLinks: [], anchors: ['x'.repeat(chars)], blocks: [] },
      fieldHasher: makeLessonFieldHasher(lesson),
    })
  const isKept = (hash: string) => findCachedLessonResult(hash) !== undefined
  for (let count = 0; count <= 5000; count++) keep(`small ${count}`, 1)
  expect([isKept('small 0'), isKept('small 1')]).toEqual([false, true])
  for (let count = 0; count < 9; count++) keep(`long ${count}`, 990_000)
  expect([isKept('long 0'), isKept('long 1')]).toEqual([false, true])
  keep('too long', 1_000_000)
  expect(isKept('too long')).toBe(false)
})

describe.each(Object.entries(faults))('%s', (_code, { faulty, fine }) => {
  test('has the same findings, with the same ids, in a release: with and without the results of earlier checks', async () => {
    for (const course of [...faulty, ...fine]) {
      const { release } = makeRelease(course)
      const first = await runChecks(release)
      expect(await runChecks(release)).toEqual(first)
      expect(await runChecks(course)).toEqual(first)
      expect(await runChecks(structuredClone(course))).toEqual(first)
    }
  })
})

test('a lesson of a release is read once, and again in a course of another language or difficulty', async () => {
  const course = courseOf([text('[a](#nowhere)')])
  const { release, read, size } = makeRelease(course)
  await runChecks(release)
  expect(read).toHaveLength(size)
  await runChecks({ ...release, name: 'Other name' })
  expect(read).toHaveLength(size)
  await runChecks({ ...release, language: 'de' })
  expect(read).toHaveLength(2 * size)
  await runChecks({ ...release, difficulty: 'beginner' })
  expect(read).toHaveLength(3 * size)
})

test('a release that was checked as a draft is read, and not parsed again', async () => {
  const course = courseOf([text('Fresh'), text('Light')])
  await runChecks(course)
  const { release, read } = makeRelease(course)
  await runChecks(release)
  await runChecks(release)
  expect(read).toHaveLength(1)
})

test('all lessons are read for the objectives of a course or module', async () => {
  const course = courseOf([text('Chlorophyll absorbs light.')])
  const plain = makeRelease(course)
  await runChecks(plain.release)
  await runChecks(plain.release)
  expect(plain.read).toHaveLength(1)

  const objectives = ['Explain how chlorophyll absorbs light', 'Measure the temperature of glaciers']
  const [module] = course.modules
  for (const taught of [
    { ...course, objectives },
    { ...course, modules: [{ ...module!, objectives }] },
  ]) {
    const { release, read } = makeRelease(taught)
    const codes = (await runChecks(release)).map(({ code, path }) => [code, path])
    expect(codes).toEqual([['objective_not_taught', '/objectives/1']])
    expect(read).toHaveLength(1)
  }
})

test('the result of a lesson whose check has failed is not kept', async () => {
  const course = courseOf([text('A text whose check fails once.')])
  const check = checks.find((one): one is LessonCheck => 'find' in one)!
  vi.spyOn(check, 'find').mockImplementationOnce(() => {
    throw new Error('broken')
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const failures = async () =>
    (await runChecks(course)).filter(({ code }) => code === failedCheckDefinition.code).length
  expect([await failures(), await failures()]).toEqual([1, 0])
})
