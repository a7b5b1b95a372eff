import { expect, test } from 'vitest'
import type { Check, LessonLinksAndTargets } from '../../src/checks/model/check.ts'
import type { CourseForChecks } from '../../src/checks/model/course.ts'
import { runChecks } from '../../src/checks/run.ts'
import { block, courseOf, text } from './faults.ts'

const codesOf = async (course: CourseForChecks) => new Set((await runChecks(course)).map(({ code }) => code))
const countOf = async (course: CourseForChecks, code: string) =>
  (await runChecks(course)).filter((one) => one.code === code).length

test('of a lesson with very many faults the errors come first, and 1,000 are kept', async () => {
  const blocks = Array.from({ length: 100 }, () => text('![](https://a.example/b)'.repeat(50)))
  const findings = await runChecks(courseOf([...blocks, block('quiz', { questions: [] })]))
  expect(findings[0]).toMatchObject({ code: 'quiz_without_questions', severity: 'error' })
  expect(findings.filter(({ code }) => code === 'text_image_without_alt').length).toBeLessThan(1000)
})

test('texts below members with very long names are not read', async () => {
  const below = (name: string) =>
    block('interactive', { kind: 'x', config: { [name]: { text: '![](https://a.example)' } } })
  expect(await countOf(courseOf([below('a')]), 'text_image_without_alt')).toBe(1)
  expect(await countOf(courseOf([below('a'.repeat(2000))]), 'text_image_without_alt')).toBe(0)
})

test('a lesson with more than 50,000 links and other parts is not read to its end, and a finding says so', async () => {
  const html = text('<a href="https://a.example">name</a>'.repeat(6000), 'html')
  expect(await codesOf(courseOf(Array.from({ length: 8 }, () => html)))).not.toContain('content_unreadable')
  expect(await countOf(courseOf(Array.from({ length: 10 }, () => html)), 'content_unreadable')).toBe(1)
})

test('an HTML text with more than 20,000 tags is not read', async () => {
  expect(await codesOf(courseOf([text('<b>'.repeat(20_001), 'html')]))).toContain('content_unreadable')
})

test('links to places of a lesson with more places than are kept count as good', async () => {
  const places = (count: number) => text(Array.from({ length: count }, (_, at) => `<p id="p${at}">`).join(''), 'html')
  const link = text('[the place](#other)')
  expect(await codesOf(courseOf([places(10), link]))).toContain('inner_link_broken')
  expect(await codesOf(courseOf([places(5001), link]))).not.toContain('inner_link_broken')
})

test('of a course 10,000 problems of a level are kept, 50,000 links within it and 100,000 places', async () => {
  const lessonsOf = (count: number, source: string) =>
    Array.from({ length: count }, () => courseOf([text(source, 'html')]).modules[0]!.lessons[0]!)
  const lessons = [
    ...lessonsOf(26, '<a href="#light">light</a>'.repeat(2000)),
    ...lessonsOf(21, Array.from({ length: 5000 }, (_, at) => `<p id="p${at}">`).join('')),
  ]
  const described = { severity: 'info', meaning: '', remedy: '' } as const
  const found: LessonLinksAndTargets[] = []
  const table: Check[] = [
    {
      ...described,
      code: 'many',
      types: ['lesson'],
      find: ({ id }) =>
        Array.from({ length: 300 }, (_, at) => ({ kind: 'lesson', nodeId: id, path: '', message: `${at}` })),
    },
    {
      ...described,
      code: 'links',
      types: ['course'],
      findInCourse(_course, links) {
        found.push(...links.values())
        return []
      },
    },
  ]
  const fields = { id: 'm', name: 'M', objectives: [], prerequisites: [] }
  const course = courseOf([], { modules: [{ ...fields, lessons }] })
  expect(await runChecks(course, { table })).toHaveLength(10_000)
  expect(found.map(({ internalLinks }) => internalLinks.length).slice(24, 27)).toEqual([2000, 0, 0])
  expect(found.map(({ anchors }) => anchors?.length).slice(-2)).toEqual([5000, undefined])
})
