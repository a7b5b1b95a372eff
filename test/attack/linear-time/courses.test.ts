import { findContentProblems } from '../../../src/courses/block/content.ts'
import { gradeResponse } from '../../../src/courses/block/quiz/grade.ts'
import { readQuizQuestions } from '../../../src/courses/block/quiz/questions.ts'
import { blockTypeDefinitionByName } from '../../../src/courses/block/types.ts'
import {
  parseCourseCursor,
  parseCoursePageCursor,
  parseSearchPageCursor,
  validateSearchCursor,
} from '../../../src/courses/course-list/cursors.ts'
import type { CourseRow } from '../../../src/courses/outline/rows.ts'
import { makeCopyName } from '../../../src/courses/outline/writes/copy.ts'
import { courseTextFormats } from '../../../src/courses/reading/formats.ts'
import { renderCourseText } from '../../../src/courses/reading/text.ts'
import { moduleRecordDefinition } from '../../../src/courses/records/module.ts'
import { foldWord } from '../../../src/courses/search/fold.ts'
import { findSearchMarks, getTermsToMark } from '../../../src/courses/search/marks.ts'
import { parseSearchText, validateSearchText } from '../../../src/courses/search/words.ts'
import { removeMarkdownSyntax } from '../../../src/dashboard/app/courses/list/excerpt.ts'
import { emptyFieldsOf } from '../../support/empty-fields.ts'
import { planTreeChanges } from '../../support/plan-tree-changes.ts'
import { between, orRefusal, repeats, row } from './row.ts'
import { testLinearTime } from './run.ts'

const lines = repeats('\n', '\r', '\u2028', ' ', ' \n', '1', '1\n', ' 1.', '- ', '-\n', '[', '\\', '`', '` ', '>', '|')
const words = { ...repeats('a', 'a ', ' ', '"', '-a', '\n', '日'), 'a mark at the end': between('', 'a', '!') }

/** One letter with many marks, which Unicode normalization sorts. */
const marks = between('a', '\u0301\u0316', '')
const letters = repeats('a', 'é', 'e\u0301', 'ä ', 'ﷺ', '土', 'א', 'ا', '\u00ad', 'a\u200d', '\u200d', 'ﾞ\u0301', 'c# ')

const markdown = (type: keyof typeof blockTypeDefinitionByName, contentOf: (text: string) => Record<string, unknown>) =>
  row({
    name: `Markdown of a block of type ${type}`,
    run: (text: string) => blockTypeDefinitionByName[type].markdown(contentOf(text)),
    inputs: lines,
  })

const many =
  <Member>(member: (index: number) => Member) =>
  (size: number) =>
    Array.from({ length: size }, (_, index) => member(index))

const courseNamed = (name: string) => ({ id: 'c', name, description: null }) as unknown as CourseRow

const node = (index: number, order = index) => ({
  kind: 'module' as const,
  id: `m${index}`,
  parentId: 'c',
  key: `k${index}`,
  order,
  fields: { ...emptyFieldsOf(moduleRecordDefinition), name: 'M' },
})

/** Courses, their contents, and what is looked for in them. */
testLinearTime([
  markdown('text', (text) => ({ text, format: 'plain' })),
  markdown('image', (text) => ({ url: text, alt: text, caption: text })),
  markdown('video', (text) => ({ url: text, transcript: text, captions: [{ language: text, url: text }] })),
  markdown('code', (text) => ({ language: text, code: text, filename: text })),
  markdown('quiz', (text) => ({ questions: [{ prompt: text, options: [{ id: text, text }], answer: [text] }] })),
  markdown('interactive', (text) => ({ kind: text, url: text, fallbackText: text })),
  row({
    name: 'Markdown of a quiz with many questions',
    run: (questions: unknown[]) => blockTypeDefinitionByName.quiz.markdown({ questions }),
    inputs: { questions: many((index) => ({ prompt: 'a', options: [{ id: index }], answer: [index] })) },
    maxSize: 100_000,
  }),
  row({
    name: 'contentProblems a content',
    run: (questions: unknown) => findContentProblems('quiz', { questions }),
    inputs: {
      'wrong questions': many(() => 1),
      'empty questions': many(() => ({})),
      'a long text': repeats('a')['"a"']!,
    },
  }),
  row({
    name: 'contentProblems an address',
    run: (url: string) => findContentProblems('image', { url }),
    inputs: {
      ...repeats('a', ' '),
      path: between('http://a', '/..', ''),
      host: between('http://', 'a.', ''),
      user: between('http://', '@', 'a'),
    },
  }),
  row({
    name: 'name of a course, read as text',
    run: (name: string) =>
      renderCourseText(courseTextFormats.outline, courseNamed(name), { contentsOf: () => '', maxChars: 20_000 }),
    inputs: lines,
  }),
  row({ name: 'copyName', run: makeCopyName, inputs: repeats('a', '\ud83d') }),
  row({
    name: 'gradeResponse to a question with a short text',
    // A long response is refused.
    run: orRefusal(([answer, given]: [string[], string]) => {
      const [question] = readQuizQuestions({ questions: [{ type: 'short_text', prompt: 'p', answer }] })
      gradeResponse(question!, given)
    }),
    inputs: {
      'many right answers and a long response': (size): [string[], string] => [
        many((index) => `${index}`)(Math.min(size / 8, 9000)),
        'ﷺ'.repeat(size / 8),
      ],
      'marks in the right answer': (size): [string[], string] => [[marks(size)], 'a'],
      'marks in the response': (size): [string[], string] => [['a'], marks(size)],
    },
    maxSize: 131_072,
  }),
  row({ name: 'foldWord', run: foldWord, inputs: { marks, ...letters }, maxSize: 20_480 }),
  row({
    name: 'findSearchMarks',
    run: (text: string) =>
      findSearchMarks(getTermsToMark(parseSearchText('ab 土壤 שלום')), { text, sameStem: new Set(), hasParts: true }),
    inputs: { marks, ...letters },
    maxSize: 20_480,
  }),
  row({ name: 'parseSearch', run: parseSearchText, inputs: words }),
  row({
    name: 'mustBeSearchWords',
    run: orRefusal((text: string) => validateSearchText('query', text)),
    inputs: words,
  }),
  row({
    name: 'placeOf a cursor',
    run: orRefusal((cursor: string) => parseCourseCursor('after', cursor, 'created')),
    inputs: repeats('IC', 'A', '=', '!'),
  }),
  row({
    name: 'mustBeCursorOfSearch',
    run: orRefusal((cursor: string) => validateSearchCursor('after', cursor)),
    inputs: repeats('MT', '='),
  }),
  row({
    name: 'parseCoursePageCursor',
    run: orRefusal((cursor: string) => parseCoursePageCursor(cursor, 'name')),
    inputs: repeats('IC', 'A', '=', '!'),
  }),
  row({
    name: 'parseSearchPageCursor',
    run: orRefusal((cursor: string) => parseSearchPageCursor(cursor)),
    inputs: repeats('IC', 'A', '='),
  }),
  row<[Parameters<typeof planTreeChanges>[1], Parameters<typeof planTreeChanges>[2]]>({
    name: 'planTree',
    run: ([standing, wanted]) => planTreeChanges('c', standing, wanted, { prune: false, makeId: () => 'new' }),
    inputs: {
      'the present modules': (size) => [many((n) => node(n))(size), many((n) => ({ ...node(n), path: 'a' }))(size)],
      'the present modules, the other way round': (size) => [
        many((n) => node(n, size - n))(size),
        many((n) => ({ ...node(n), path: 'a' }))(size),
      ],
      'one key for all': (size) => [[], many((n) => ({ ...node(n), id: undefined, key: 'k', path: 'a' }))(size)],
      'modules that stay': (size) => [many((n) => node(n))(size), [{ kind: 'module', path: 'a', fields: {} }]],
    },
    maxSize: 100_000,
  }),
  row({
    name: 'withoutMarkdown of an excerpt, in the dashboard',
    run: removeMarkdownSyntax,
    inputs: repeats('[', '![', '[a](', '#', '# ', '-', '|', '| ', ' ', '*', '_', '`', '*a', '\n', '> '),
  }),
])
