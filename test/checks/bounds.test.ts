import { expect, test } from 'vitest'
import { hashLessonForCache } from '../../src/checks/lesson-cache.ts'
import type { Check } from '../../src/checks/model/check.ts'
import type { CourseForChecks } from '../../src/checks/model/course.ts'
import { parseLesson } from '../../src/checks/model/parsed-lesson.ts'
import { quoteForMessage } from '../../src/checks/rules/define.ts'
import { collectInternalLinksAndAnchors } from '../../src/checks/rules/internal-links.ts'
import { listObjectiveWordStems } from '../../src/checks/rules/objectives.ts'
import { estimateSchoolGrade } from '../../src/checks/rules/reading-level.ts'
import { runChecks } from '../../src/checks/run.ts'
import { findHtmlComplexityProblem, findMarkdownComplexityProblem } from '../../src/markup/complexity.ts'
import { block, courseOf, text } from './faults.ts'

const lessonOf = ({ modules }: CourseForChecks) => modules[0]!.lessons[0]!
const parse = (course: CourseForChecks) => parseLesson(lessonOf(course), () => {})
const countOf = async (code: string, ...blocks: Parameters<typeof courseOf>[0]) =>
  (await runChecks(courseOf(blocks))).filter((finding) => finding.code === code).length
const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

const described = { severity: 'info', meaning: '', remedy: '', types: ['lesson'] } as const
/** A check that finds a problem in the lesson for each number. */
const checkOf = (code: string, numbers: Iterable<number>): Check => ({
  ...described,
  code,
  *find({ id }) {
    for (const at of numbers) yield { kind: 'lesson', nodeId: id, path: '', message: `${at}` }
  },
})
function* endlessly() {
  for (let at = 0; ; at++) yield at
}

test('a check finds at most 1,000 problems in a lesson, and all checks together as many', async () => {
  const find = async (...table: Check[]) => (await runChecks(courseOf([text('a')]), { table })).length
  expect(await find(checkOf('endless', endlessly()))).toBe(1000)
  expect(await find(checkOf('one', Array(600).keys()), checkOf('other', Array(600).keys()))).toBe(1000)
})

test('checks whose client is gone end with the reason', async () => {
  const client = new AbortController()
  const reason = new Error('gone')
  let runsOn = false
  const leaving: Check = {
    ...described,
    code: 'leaving',
    *find() {
      client.abort(reason)
      yield undefined
      runsOn = true
    },
  }
  await expect(runChecks(courseOf([text('a')]), { table: [leaving], signal: client.signal })).rejects.toBe(reason)
  expect(runsOn).toBe(false)
})

test('a check that fails because its client is gone is no finding', async () => {
  const client = new AbortController()
  const reason = new Error('gone')
  const failing: Check = {
    ...described,
    code: 'failing',
    find() {
      client.abort(reason)
      throw new Error('aborted')
    },
  }
  const onError = (error: unknown) => expect(error).toBeUndefined()
  const running = runChecks(courseOf([text('a')]), { table: [failing], signal: client.signal, onError })
  await expect(running).rejects.toBe(reason)
})

test('a check finds at most 50 problems in a block', async () => {
  const images = (count: number) =>
    text(
      many(count, (at) => `<img src="https://a.example/${at}">`),
      'html',
    )
  expect([await countOf('image_without_alt', images(50)), await countOf('image_without_alt', images(51))]).toEqual([
    50, 50,
  ])
})

test('50 skipped headings and 50 repeated headings of level 1 are found in a lesson', async () => {
  const skipped = (count: number) => text(many(count, (at) => `## a${at}\n\n#### b${at}\n\n`))
  expect([await countOf('heading_skipped', skipped(50)), await countOf('heading_skipped', skipped(52))]).toEqual([
    50, 50,
  ])
  const repeated = (count: number) => text(many(count, (at) => `# a${at}\n\n`))
  const code = 'heading_level_1_repeated'
  expect([await countOf(code, repeated(51)), await countOf(code, repeated(53))]).toEqual([50, 50])
})

test('a fix raises at most 200 headings', async () => {
  const hasFix = async (count: number) => {
    const source = `### a\n\n${many(count - 1, (at) => `#### b${at}\n\n`)}`
    const findings = await runChecks(courseOf([text(source)]))
    return findings.find(({ code }) => code === 'heading_skipped')!.fix !== undefined
  }
  expect([await hasFix(200), await hasFix(201)]).toEqual([true, false])
})

test('an alternative text of 250 characters is not too long', async () => {
  const image = (length: number) =>
    block('image', { url: 'https://a.example', alt: `${'a '.repeat(length / 2).slice(0, length - 1)}a` })
  expect([await countOf('alt_too_long', image(250)), await countOf('alt_too_long', image(252))]).toEqual([0, 1])
})

test('of a lesson, 2,000 links within the course and 5,000 places are kept, and 50 broken links are found', async () => {
  const links = (count: number) =>
    text(
      many(count, (at) => `<a href="#p${at}">a</a>`),
      'html',
    )
  const places = (count: number) =>
    text(
      many(count, (at) => `<p id="p${at}">`),
      'html',
    )
  const collect = async (...blocks: Parameters<typeof courseOf>[0]) =>
    collectInternalLinksAndAnchors(await parse(courseOf(blocks)))
  expect((await collect(links(2000), links(1))).internalLinks).toHaveLength(2000)
  expect((await collect(places(5000))).anchors).toHaveLength(5000)
  expect((await collect(places(5001))).anchors).toBeNull()
  expect([await countOf('inner_link_broken', links(50)), await countOf('inner_link_broken', links(51))]).toEqual([
    50, 50,
  ])
})

test('an objective is looked for by its first twelve words', () => {
  const words = Array.from({ length: 14 }, (_, at) => `${'abcdefghijklmn'[at]}word`)
  expect(listObjectiveWordStems(`Know ${words.join(' ')}`)).toEqual(words.slice(0, 12))
})

test('the reading level is estimated from 100 words on', async () => {
  const grade = async (count: number) => estimateSchoolGrade(await parse(courseOf([text('word '.repeat(count))])))
  expect([await grade(99), typeof (await grade(100))]).toEqual([undefined, 'number'])
})

test('the school grade of a lesson is that of its first 5,000 words, and ignores words of more than 40 letters', async () => {
  const gradeOf = async (...paragraphs: string[]) =>
    estimateSchoolGrade(await parse(courseOf([text(paragraphs.join('\n\n'))])))
  const simple = (count: number) => 'The cat sat on the mat. '.repeat(count / 6)
  const difficult = 'Incomprehensibilities characteristically institutionalise counterrevolutionaries. '.repeat(200)
  const ofSimple = await gradeOf(simple(5004))
  expect(await gradeOf(simple(5004), difficult)).toBe(ofSimple)
  expect(await gradeOf(simple(4998), difficult)).not.toBe(ofSimple)
  const withWord = (letters: number) => gradeOf(`${'word '.repeat(99)}${'a'.repeat(letters)}`)
  expect([typeof (await withWord(40)), await withWord(41)]).toEqual(['number', undefined])
})

test('a lesson of 20 minutes is not too long', async () => {
  // 4,878 words at 238 words a minute are 20.496 minutes.
  expect(await countOf('lesson_too_long', text('word '.repeat(4878), 'plain'))).toBe(0)
  expect(await countOf('lesson_too_long', text('word '.repeat(4879), 'plain'))).toBe(1)
})

test.each([
  ['5,000 line breaks', 'a\n'.repeat(5000), 'a\n'],
  ['20,000 brackets and other marks', '[]'.repeat(10_000), '['],
  ['quotes of 19 levels', '> '.repeat(19), '> '],
])('a Markdown text with %s is read, and one with more is not', (_what, source, more) => {
  expect([findMarkdownComplexityProblem(source), findMarkdownComplexityProblem(more + source)]).toEqual([
    undefined,
    expect.any(String),
  ])
})

test('an HTML text with 20,000 tags is read, and one with more is not', () => {
  const tags = '<b>'.repeat(20_000)
  expect([findHtmlComplexityProblem(tags), findHtmlComplexityProblem(`${tags}<`)]).toEqual([
    undefined,
    expect.any(String),
  ])
})

test('a quotation has at most 80 characters', () => {
  expect([quoteForMessage('a'.repeat(80)), quoteForMessage('a'.repeat(81))]).toEqual([
    `"${'a'.repeat(80)}"`,
    `"${'a'.repeat(80)}…"`,
  ])
})

test('the results of a lesson are kept for the language and the difficulty of its course', async () => {
  const lesson = lessonOf(courseOf([text('a')]))
  const hash = (language: string | null, difficulty: string | null) =>
    hashLessonForCache(lesson, { language, difficulty }, () => {})
  const hashes = await Promise.all([hash('en', null), hash('de', null), hash('en', 'beginner')])
  expect(new Set(hashes).size).toBe(3)
  expect(await hash('en', null)).toBe(hashes[0])
})
