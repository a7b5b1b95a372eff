import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyFixEditsToContent, applyFixEditsToFields } from '../../src/checks/apply-fix-edits.ts'
import { checks, deadLinkCheckDefinition, failedCheckDefinition } from '../../src/checks/checks.ts'
import type { CourseForChecks } from '../../src/checks/model/course.ts'
import { runChecks } from '../../src/checks/run.ts'
import { blockTypeNames } from '../../src/courses/block/types.ts'
import { sampleCourse } from '../../src/sample/course.ts'
import { anyJson } from '../support/arbitraries.ts'
import { block, courseOf, courseWithPrerequisites, faults, text } from './faults.ts'

const codesOf = async (course: CourseForChecks) => (await runChecks(course)).map(({ code }) => code)

const runElsewhere: string[] = [deadLinkCheckDefinition.code, failedCheckDefinition.code]

test('every check of the table has courses with its fault and courses without', () => {
  const codes = checks.map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(Object.keys(faults).sort()).toEqual(codes.filter((code) => !runElsewhere.includes(code)).sort())
})

describe.each(Object.entries(faults))('%s', (code, { faulty, fine }) => {
  test.each(faulty.map((course, index) => [index, course] as const))(
    'is found in a course that has the fault (%i)',
    async (_index, course) => expect(await codesOf(course)).toContain(code),
  )
  test.each(fine.map((course, index) => [index, course] as const))(
    'is not found in a course that has not (%i)',
    async (_index, course) => expect(await codesOf(course)).not.toContain(code),
  )
})

const fixable = Object.values(faults).flatMap(({ faulty }) => faulty)

test('a fix makes its finding go away', async () => {
  const fixed = new Set<string>()
  for (const course of fixable) {
    for (const { id, code, nodeId, fix } of await runChecks(course)) {
      if (!fix) continue
      fixed.add(code)
      const after = structuredClone(course)
      for (const module of after.modules) {
        for (const node of [module, ...module.lessons])
          if (node.id === nodeId)
            Object.assign(node, applyFixEditsToFields({ prerequisites: node.prerequisites }, fix.edits))
        for (const lesson of module.lessons)
          for (const one of lesson.blocks)
            if (one.id === nodeId) one.content = applyFixEditsToContent(one.content, fix.edits)
      }
      const findings = await runChecks(after)
      expect(findings.map((finding) => finding.id)).not.toContain(id)
      expect(findings.map((finding) => finding.code)).not.toContain(code)
    }
  }
  expect([...fixed].sort()).toEqual([
    'autoplay',
    'content_shape',
    'gap_answer_not_offered',
    'gap_not_in_prompt',
    'heading_level_1_repeated',
    'heading_skipped',
    'options_equal',
    'prerequisite_not_found',
  ])
})

test('the fix of content that is not read writes the documented shape', async () => {
  const sent = { question: 'Which?', options: ['Sugar', 'Salt'], correctAnswer: 'Gold', topic: 'Light' }
  const findings = await runChecks(courseOf([block('quiz', sent)]))
  const finding = findings.find(({ code }) => code === 'content_shape')
  expect(finding).toMatchObject({ severity: 'error', path: '/content/correctAnswer' })
  const after = applyFixEditsToContent(sent, finding!.fix!.edits)
  const options = [
    { text: 'Sugar', id: '0' },
    { text: 'Salt', id: '1' },
  ]
  expect(after).toEqual({ questions: [{ prompt: 'Which?', type: 'single_choice', options, id: 'question-0' }] })
  expect(await codesOf(courseOf([block('quiz', after)]))).not.toContain('content_shape')
})

test('content of which the documented shape would keep nothing has no fix', async () => {
  const findings = await runChecks(courseOf([block('quiz', { topic: 'Light' })]))
  const finding = findings.find(({ code }) => code === 'content_shape')
  expect([finding?.severity, finding?.fix]).toEqual(['error', undefined])
})

test('other checks find the same problems in a tolerated spelling as in the documented shape', async () => {
  const documented = { prompt: 'Which?', options: [{ text: 'Sugar' }, { text: 'Sugar' }], type: 'single_choice' }
  const sent = { question: 'Which?', choices: ['Sugar', 'Sugar'] }
  const [expected, found] = await Promise.all(
    [{ questions: [documented] }, sent].map((content) => codesOf(courseOf([block('quiz', content)]))),
  )
  expect(found).toContain('options_equal')
  expect(found).toEqual(expected)
})

test('HTML tags in the texts of a quiz are no markup, because learners see them as text', async () => {
  const tags = 'Does <img src="a.png"> or <a href="nowhere">here</a> work? <video autoplay> <li> <h5></h5>'
  const question = {
    id: 'q',
    type: 'single_choice',
    prompt: tags,
    answer: 'a',
    explanation: `${tags}\n\n<ul>${tags}</ul>`,
  }
  const options = [
    { id: 'a', text: tags, feedback: tags },
    { id: 'b', text: `${tags} No.` },
  ]
  expect(await codesOf(courseOf([block('quiz', { questions: [{ ...question, options }] })]))).toEqual([])
  const long = `${tags} ${'Light and water. '.repeat(300)}`
  expect(await codesOf(courseOf([block('quiz', { questions: [{ ...question, options, prompt: long }] })]))).toEqual([])
})

test('the fix of an address that plays by itself changes nothing else in the address', async () => {
  for (const [url, fixed] of [
    [
      'https://A.example/v?t=a%20b&flag&sig=~a%2Bb*&autoplay=1#start',
      'https://A.example/v?t=a%20b&flag&sig=~a%2Bb*#start',
    ],
    ['https://a.example/é?auto_play=true', 'https://a.example/é'],
    ['https://a.example/?autoplay=1&Autoplay=0&&x', 'https://a.example/?&x'],
    ['https://a.example/#?autoplay=1', undefined],
  ] as const) {
    const finding = (await runChecks(courseOf([block('video', { url, transcript: 'Light.' })]))).find(
      ({ code }) => code === 'autoplay',
    )!
    expect([url, finding.fix && applyFixEditsToContent({ url }, finding.fix.edits).url]).toEqual([url, fixed])
  }
})

test('the sample course has no errors', async () => {
  const node = { key: null, objectives: [], prerequisites: [] }
  const id = (() => {
    let next = 0
    return () => `00000000-0000-7000-8000-${String(next++).padStart(12, '0')}`
  })()
  const modules = sampleCourse.modules.map((module) => ({
    ...node,
    ...module,
    id: id(),
    lessons: module.lessons.map((lesson) => ({
      ...node,
      ...lesson,
      id: id(),
      blocks: lesson.blocks.map((one) => ({
        id: id(),
        ...(structuredClone(one) as { type: string; content: object }),
      })),
    })),
  }))
  const findings = await runChecks({ ...sampleCourse, id: id(), objectives: [], modules } as CourseForChecks)
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
})

test('the same course has the same findings, and a changed block has others', async () => {
  const course = courseOf([text('[here](https://a.example)')])
  const first = await runChecks(course)
  expect(await runChecks(structuredClone(course))).toEqual(first)
  const [one] = course.modules[0]!.lessons[0]!.blocks
  one!.content = { ...one!.content, text: `${one!.content.text}!` }
  const second = await runChecks(course)
  expect(second.map(({ code }) => code)).toEqual(first.map(({ code }) => code))
  expect(second[0]!.id).not.toBe(first[0]!.id)
})

test('the findings of a module or lesson without prerequisites have the same ids as before the field existed', async () => {
  const course = courseOf([], { id: 'c' }, { id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'Light' })
  const [finding] = await runChecks(course)
  expect([finding!.code, finding!.id]).toEqual(['lesson_empty', 'b2066503-2437-5523-891a-aa3f223762f0'])
})

/** Returns, for each module and lesson by its key, which of its prerequisites are part of a cycle. */
async function cyclesOf(course: CourseForChecks): Promise<Record<string, string[]>> {
  const nodes = course.modules.flatMap((module) => [module, ...module.lessons])
  const found = (await runChecks(course)).filter(({ code }) => code === 'prerequisite_cycle')
  return Object.fromEntries(
    nodes.flatMap(({ id, key, prerequisites }) => {
      const own = prerequisites.filter((_, at) =>
        found.some(({ nodeId, path }) => nodeId === id && path === `/prerequisites/${at}`),
      )
      return own.length > 0 ? [[key, own]] : []
    }),
  )
}

test('every prerequisite of a cycle has a finding, and those that only lead to it have none', async () => {
  expect(
    await cyclesOf(
      courseWithPrerequisites(
        [
          'm',
          [
            ['a', 'b'],
            ['b', 'a', 'free'],
            ['c', 'a'],
          ],
        ],
        ['n', [['d', 'm'], ['free']]],
      ),
    ),
  ).toEqual({ a: ['b'], b: ['a'] })
  expect(
    await cyclesOf(courseWithPrerequisites(['m', [['a', 'd']]], ['n', [['c'], ['d']], ['o']], ['o', [['e', 'm']]])),
  ).toEqual({ a: ['d'], n: ['o'], e: ['m'] })
})

test('cycles are found as by a search from every lesson', async () => {
  const keys = ['m0', 'm1', 'm2', ...Array.from({ length: 6 }, (_, at) => `l${at}`)]
  const some = fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 2 })
  await fc.assert(
    fc.asyncProperty(fc.tuple(some, some, some), fc.array(some, { minLength: 6, maxLength: 6 }), async (own, each) => {
      const lessons = each.map((needed, at) => ({ key: `l${at}`, module: at % 3, needed }))
      const expand = (key: string) =>
        lessons.filter((one) => one.key === key || `m${one.module}` === key).map((one) => one.key)
      /** The lessons that a lesson needs, directly or through others, beginning with the given prerequisite. */
      const reach = (start: string) => {
        const open = expand(start)
        const seen = new Set(open)
        for (const key of open) {
          const { module, needed } = lessons.find((one) => one.key === key)!
          for (const next of [...own[module]!, ...needed].flatMap(expand))
            if (!seen.has(next)) open.push(next) && seen.add(next)
        }
        return seen
      }
      const course = courseWithPrerequisites(
        ...own.map((needed, module): Parameters<typeof courseWithPrerequisites>[number] => [
          `m${module}`,
          lessons.filter((one) => one.module === module).map(({ key, needed }) => [key, ...needed]),
          needed,
        ]),
      )
      const expected = Object.fromEntries(
        [
          ...own.map((needed, module) => ({
            key: `m${module}`,
            needed: needed.filter((key) => expand(`m${module}`).some((lesson) => reach(key).has(lesson))),
          })),
          ...lessons.map(({ key, needed }) => ({ key, needed: needed.filter((one) => reach(one).has(key)) })),
        ].flatMap(({ key, needed }) => (needed.length > 0 ? [[key, needed]] : [])),
      )
      expect(await cyclesOf(course)).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

test('a check that throws is a finding, and the other checks run', async () => {
  const thrown: unknown[] = []
  const broken = {
    ...checks[0]!,
    code: 'broken',
    findInCourse: () => {
      throw new Error('broken')
    },
  }
  const findings = await runChecks(courseOf([]), { table: [broken, ...checks], onError: (error) => thrown.push(error) })
  expect(findings.map(({ code }) => code)).toEqual(['lesson_empty', 'check_failed'])
  expect(thrown).toHaveLength(1)
})

test('no content makes a check throw', async () => {
  const types = fc.constantFrom(...blockTypeNames, 'other')
  const contents = fc.dictionary(
    fc.constantFrom('text', 'format', 'url', 'alt', 'captions', 'questions', 'transcript', 'autoplay', 'x'),
    fc.oneof(
      anyJson,
      fc.array(fc.dictionary(fc.constantFrom('id', 'type', 'options', 'answer', 'prompt', 'text'), anyJson)),
    ),
  )
  await fc.assert(
    fc.asyncProperty(types, contents, async (type, content) => {
      expect(await codesOf(courseOf([block(type, content)]))).not.toContain('check_failed')
    }),
    { numRuns: 150 },
  )
})

test('no Markdown or HTML makes a check throw', async () => {
  const pieces = fc.constantFrom(
    '# ',
    '\n',
    '[',
    '](',
    ')',
    '![',
    '<a href=',
    '<table>',
    '<td>',
    '</a>',
    '|',
    '-',
    '> ',
    '`',
    'a',
    'A',
    '<',
    '>',
    '&',
    ' ',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(pieces, { maxLength: 40 }),
      fc.constantFrom('markdown', 'html'),
      async (parts, format) => {
        expect(await codesOf(courseOf([text(parts.join(''), format)]))).not.toContain('check_failed')
      },
    ),
    { numRuns: 500 },
  )
})
