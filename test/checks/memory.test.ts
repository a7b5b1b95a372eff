import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { CourseForChecks, DraftForChecks, LessonForChecks } from '../../src/checks/model/course.ts'
import { runChecks } from '../../src/checks/run.ts'
import { block, courseOf, text } from './faults.ts'

const lessonCount = 12

/** Frees all memory that nothing refers to, and returns the size of the rest in megabytes. */
async function measureUsedMegabytes(): Promise<number> {
  await nextTurn()
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  return process.memoryUsage().heapUsed / 1_000_000
}

const makeText = (seed: number) =>
  `## The light that the leaves of plant ${seed} take\n\n${`The plant number ${seed} takes light, ${'光合成'.repeat(20)}. `.repeat(800)}\n\n#### A heading that follows too early ${seed}\n`

/** Makes a lesson that takes about 1 MB, and whose findings quote its text. */
const makeLesson = (seed: number): LessonForChecks =>
  courseOf([
    text('[light](#nowhere)'),
    text(makeText(seed)),
    block('code', { language: 'text', code: `${seed}光合成`.repeat(100_000) }),
  ]).modules[0]!.lessons[0]!

/** A course whose lessons are made one after the other, and how much memory the checks use at the last one. */
function makeLargeCourse(fields: Partial<CourseForChecks>) {
  const summaries = Array.from({ length: lessonCount }, (_, index) => ({ ...makeLesson(index), blocks: [] }))
  const course = courseOf([], fields)
  const used = { megabytes: 0 }
  const draft: DraftForChecks = {
    ...course,
    modules: [{ ...course.modules[0]!, lessons: summaries }],
    async *convertLessons() {
      const atStart = await measureUsedMegabytes()
      for (const [index, summary] of summaries.entries()) yield { ...makeLesson(index), id: summary.id }
      used.megabytes = (await measureUsedMegabytes()) - atStart
    },
  }
  return { draft, used }
}

test.each([
  ['', {}],
  [' with objectives', { objectives: ['Explain how chlorophyll absorbs blue sunlight'] }],
] as const)('the content of a lesson of a course%s leaves the memory before the last is read', async (_, fields) => {
  const { draft, used } = makeLargeCourse(fields)
  const findings = await runChecks(draft)
  expect(findings.filter(({ code }) => code === 'heading_skipped')).toHaveLength(lessonCount)
  expect(findings.filter(({ code }) => code === 'inner_link_broken')).toHaveLength(lessonCount)
  // All lessons together take 12 MB.
  expect(used.megabytes).toBeLessThan(5)
})
