import { applyFixEditsToContent } from '../../../src/checks/apply-fix-edits.ts'
import { checks } from '../../../src/checks/checks.ts'
import { parseHtml } from '../../../src/checks/markup/html.ts'
import { parseMarkdown } from '../../../src/checks/markup/markdown.ts'
import type { Check, LessonCheck } from '../../../src/checks/model/check.ts'
import type { CourseForChecks } from '../../../src/checks/model/course.ts'
import { parseBlock } from '../../../src/checks/model/parsed-lesson.ts'
import { findTextInCapitals } from '../../../src/checks/rules/capitals.ts'
import { collectInternalLinksAndAnchors } from '../../../src/checks/rules/internal-links.ts'
import { listObjectiveWordStems, objectiveNotTaughtCheck } from '../../../src/checks/rules/objectives.ts'
import { prerequisiteChecks } from '../../../src/checks/rules/prerequisites.ts'
import { findMarkdownComplexityProblem } from '../../../src/markup/complexity.ts'
import { between, repeats, row } from './row.ts'
import { testLinearTime } from './run.ts'

export const markdown = repeats(
  ...[
    '*a_',
    'a](<',
    '[',
    ']',
    '![',
    '](',
    '[a](b)',
    '[a](b',
    '[a]: b\n',
    '`',
    '` ',
    '<',
    '<a',
    '<b>',
    '</b>',
    '<!--',
    '<?',
  ],
  ...[
    '>',
    '> ',
    '- ',
    '- a\n',
    '1. ',
    '  - ',
    '&',
    '&#',
    '|',
    'a|\n',
    '|a|b|\n|-|-|\n',
    '#',
    '# a\n',
    'a\n=\n',
    '\n',
    '\\',
    '~~~\n',
  ],
  ...['http://', 'http://a ', 'AB ', 'light '],
)
const html = {
  ...repeats(
    '<a href="b">',
    '</a>',
    '<b',
    '<b a=',
    '<!--',
    '<table>',
    '<td>',
    '<tr>',
    '<h1>',
    '<h1>a',
    '&amp;',
    '&',
    '<p id=a>',
    '<img>',
  ),
  'one element with many attributes': between('<a ', 'a b=c ', '>'),
}

const read = (text: string) =>
  findMarkdownComplexityProblem(text) === undefined ? parseMarkdown({ source: text, showsTags: false }) : undefined

const isLessonCheck = (check: Check): check is LessonCheck => 'find' in check

/** Runs every check of a lesson on one block, as a check of the course does. */
function checkBlock(type: 'text' | 'quiz' | 'video', content: Record<string, unknown>): void {
  const lesson = { id: 'l', name: 'L', objectives: [], blocks: [parseBlock('b', type, content)], unknownTypes: [] }
  for (const check of checks.filter(isLessonCheck))
    for (const _ of check.find(lesson, { language: 'en', difficulty: 'beginner' }));
  collectInternalLinksAndAnchors(lesson)
}

/** A course with one text and objectives of together `chars` characters. */
function courseWith(text: string, chars: number): CourseForChecks {
  const word = (index: number) => `aaaa${String.fromCharCode(99 + (index % 20))}${index}`
  const objectives = Array.from({ length: chars / 80 }, (_, index) => `x ${Array(10).fill(index).map(word).join(' ')}`)
  const lesson = {
    id: 'l',
    name: 'L',
    description: null,
    objectives: [],
    prerequisites: [],
    blocks: [{ id: 'b', type: 'text', content: { text } }],
  }
  const modules = [{ id: 'm', name: 'M', objectives: [], prerequisites: [], lessons: [lesson] }]
  return { id: 'c', name: 'C', language: null, difficulty: null, objectives, modules }
}

/** A course whose lessons each have the given prerequisites: `make` returns those of the lesson with the given number. */
function courseWithPrerequisites(lessons: number, make: (number: number) => string[]): CourseForChecks {
  const course = courseWith('', 0)
  const [module] = course.modules
  const [lesson] = module!.lessons
  const all = Array.from({ length: lessons }, (_, at) => ({
    ...lesson!,
    id: `l${at}`,
    key: `${at}`,
    prerequisites: make(at),
  }))
  return { ...course, modules: [{ ...module!, key: 'm', lessons: all }] }
}

/** Texts that the checks of a course read. */
testLinearTime([
  row({ name: 'findMarkdownComplexityProblem', run: findMarkdownComplexityProblem, inputs: markdown }),
  row({ name: 'parseMarkdown of a text that is not too complex', run: read, inputs: markdown, maxSize: 65_536 }),
  row({ name: 'parseHtml', run: parseHtml, inputs: html }),
  row({
    name: 'findTextInCapitals',
    run: findTextInCapitals,
    inputs: repeats('A', 'AB ', 'ABCDEFG ', '1', '1 ', 'ab ', '日', ' '),
  }),
  row({
    name: 'listObjectiveWordStems of an objective',
    run: listObjectiveWordStems,
    inputs: repeats('a', 'light ', '光合成', ' '),
    maxSize: 16_384,
  }),
  row({
    name: 'all checks of an HTML text',
    run: (text: string) => checkBlock('text', { text, format: 'html' }),
    inputs: html,
    maxSize: 65_536,
  }),
  row({
    name: 'all checks of a plain text',
    run: (text: string) => checkBlock('text', { text, format: 'plain' }),
    inputs: repeats('a', 'light ', 'AB ', 'http://a ', 'http://', 'www.', '.', ' ', '\n', 'a\n', '光'),
    maxSize: 65_536,
  }),
  row({
    name: 'applyFixEditsToContent',
    run: (size: number) => {
      const positions = Array.from({ length: size / 64 }, (_, index) => 64 * index)
      const edits = positions.map((from) => ({ path: '/content/text', from, to: from + 4, value: '###' }))
      applyFixEditsToContent({ text: 'a'.repeat(size) }, edits)
    },
    inputs: { 'many changes of one text': (size) => size },
    maxSize: 4_194_304,
  }),
  row({
    name: 'objectiveNotTaughtCheck',
    run: (course: CourseForChecks) => {
      const reader = objectiveNotTaughtCheck.makeReader(course)!
      for (const _ of reader.readLesson(course.modules[0]!.lessons[0]!));
      for (const _ of reader.findProblems());
    },
    inputs: {
      'texts that are like the objectives': (size) => courseWith('aaaaab'.repeat(size / 12), size / 12),
    },
    maxSize: 262_144,
  }),
  row({
    name: 'prerequisiteChecks',
    run: (course: CourseForChecks) => {
      for (const { findInCourse } of prerequisiteChecks) for (const _ of findInCourse(course, new Map()));
    },
    inputs: {
      'one long cycle': (size) =>
        courseWithPrerequisites(size / 8, (at) => [at === 0 ? `${size / 8 - 1}` : `${at - 1}`]),
      'one long chain': (size) => courseWithPrerequisites(size / 8, (at) => (at === 0 ? [] : [`${at - 1}`])),
      'lessons that all need their module': (size) => courseWithPrerequisites(size / 8, () => ['m']),
      'twenty entries each': (size) =>
        courseWithPrerequisites(size / 64, (at) =>
          Array.from({ length: 20 }, (_, index) => `${(at * 7 + index) % (size / 64)}`),
        ),
    },
    maxSize: 262_144,
  }),
  row({
    name: 'autoplay of an address',
    run: (url: string) => checkBlock('video', { url }),
    inputs: { names: between('https://a.example/?autoplay=1', '&autoplay=2&a', '') },
    maxSize: 131_072,
  }),
  row({
    name: 'all checks of a quiz',
    run: (questions: unknown[]) => checkBlock('quiz', { questions }),
    inputs: {
      questions: (size) =>
        Array.from({ length: size / 32 }, (_, id) => ({ id: String(id), type: 'single_choice', options: [] })),
      options: (size) => [
        {
          id: 'q',
          type: 'single_choice',
          options: Array.from({ length: size / 32 }, (_, id) => ({ id: String(id), text: 'a' })),
          answer: 'a',
        },
      ],
      'options and a long answer': (size) => [
        {
          id: 'q',
          type: 'single_choice',
          options: Array.from({ length: size / 64 }, (_, id) => ({ id: String(id), text: 'a' })),
          answer: 'é'.repeat(size / 2),
        },
      ],
      'an option of marks': (size) => [
        {
          id: 'q',
          type: 'single_choice',
          options: [{ id: 'a', text: `a${'\u0301\u0316'.repeat(size / 2)}` }],
          answer: 'b',
        },
      ],
    },
    maxSize: 131_072,
  }),
])
