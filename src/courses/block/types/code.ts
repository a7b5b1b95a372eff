import { isJsonObject, type JsonObject } from '../../../operations/json-object.ts'
import type { BlockTypeDefinition } from '../definition/block-type.ts'
import { makeCodeFence } from '../definition/code-fence.ts'
import { escapeMarkdown, getObjectListProperty, getTextProperty, joinNonEmptyTexts } from '../definition/markdown.ts'
import {
  addedLater,
  flagSpelling,
  makeMemberReader,
  type Spellings,
  textListSpelling,
  textSpelling,
  titleSpelling,
} from '../definition/reader.ts'
import {
  makeListJsonSchema,
  makeObjectJsonSchema,
  makeStringJsonSchema,
  titleJsonSchema,
} from '../definition/schema.ts'

/** Returns a text of one line as a code span. */
function inlineCode(text: string): string {
  const line = text.trim().replaceAll(/[\r\n]+/g, ' ')
  const fence = makeCodeFence(line, 1)
  return `${fence} ${line} ${fence}`
}

/** Returns a Markdown code block whose fence is longer than every run of backticks in the code. */
function fenced(code: string, language: string): string {
  const fence = makeCodeFence(code, 3)
  return `${fence}${language.replace(/[\s`]/g, '')}\n${code.replace(/\n$/, '')}\n${fence}`
}

/** The highest number of a line. A content has fewer lines. */
const maxLine = 1_000_000

const testSchema = makeObjectJsonSchema('A test: what the program writes for an input.', {
  name: makeStringJsonSchema('What the test is about.'),
  input: makeStringJsonSchema('What the program reads.'),
  expected: makeStringJsonSchema('What the program must write.'),
  hidden: { type: 'boolean', description: 'Whether learners do not get the test. Default false.' },
})

const schema = makeObjectJsonSchema('Source code.', {
  language: makeStringJsonSchema('Programming language, such as python.'),
  code: makeStringJsonSchema('The code.'),
  filename: makeStringJsonSchema('Name of the file.'),
  runnable: { type: 'boolean', description: 'Whether the learner may run the code.' },
  highlight: makeListJsonSchema('Numbers of the lines to highlight, from 1.', {
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: maxLine,
    description: 'The number of a line.',
  }),
  starter: makeStringJsonSchema('The code that a learner begins an exercise with.'),
  solution: makeStringJsonSchema('A solution of the exercise; learners do not get it.'),
  hints: makeListJsonSchema(
    'Hints that a learner can ask for, one after the other.',
    makeStringJsonSchema('A hint, as Markdown.'),
  ),
  tests: makeListJsonSchema('Tests of what a learner writes.', testSchema),
  ...titleJsonSchema,
})

/** The most lines that a range such as `1-500` can have. */
const maxLinesOfRange = 1000

function readRange(text: string): number[] | undefined {
  const [, from, to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text.trim()) ?? []
  const [first, last] = [Number(from), Number(to)]
  if (!(first >= 1 && last >= first && last - first < maxLinesOfRange)) return undefined
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Reads numbers of lines: a list of numbers, or a text such as `1,3-5`. */
function readLines(value: unknown): unknown {
  const isLine = (line: unknown) => Number.isInteger(line) && (line as number) >= 1 && (line as number) <= maxLine
  if (Array.isArray(value)) return value.every(isLine) ? value : undefined
  if (typeof value !== 'string' || value.length > 1000) return isLine(value) ? [value] : undefined
  const ranges = value.split(',').map(readRange)
  return ranges.includes(undefined) ? undefined : ranges.flatMap((lines) => lines!)
}

const testSpellings: Spellings = {
  name: textSpelling('title', 'description'),
  input: textSpelling('stdin'),
  expected: textSpelling('output', 'expectedOutput', 'expected_output'),
  hidden: flagSpelling('isHidden', 'is_hidden', 'secret'),
}
const readTestMembers = makeMemberReader(testSchema, testSpellings)
const isReadableTest = (test: unknown): test is JsonObject =>
  isJsonObject(test) &&
  Object.entries(testSpellings).every(([name, { read }]) => test[name] == null || read(test[name], false) !== undefined)

function readTests(value: unknown): unknown {
  if (!Array.isArray(value) || !value.every(isReadableTest)) return undefined
  const tests = value.map((test) => readTestMembers(test, '', () => {}))
  return tests.some((test, index) => test !== value[index]) ? tests : value
}

/** Leaves out the hidden tests. */
const withoutHiddenTests = (content: JsonObject): JsonObject =>
  Array.isArray(content.tests)
    ? { ...content, tests: content.tests.filter((test: unknown) => isJsonObject(test) && test.hidden !== true) }
    : content

function testMarkdown({ name, input, expected, hidden }: JsonObject): string {
  const parts = [
    ['input', input],
    ['expected', expected],
  ].flatMap(([label, text]) => (typeof text === 'string' && text !== '' ? [`${label} ${inlineCode(text)}`] : []))
  return `- ${joinNonEmptyTexts([typeof name === 'string' ? escapeMarkdown(name) : '', parts.join(', ')], ': ')}${hidden === true ? ' (hidden)' : ''}`
}

const spellings: Spellings = {
  language: textSpelling('lang'),
  code: textSpelling('source', 'snippet', 'sourceCode'),
  filename: textSpelling('fileName', 'file'),
  ...addedLater({
    highlight: {
      also: ['highlightLines', 'highlightedLines'],
      read: readLines,
      expected: 'a list of numbers of lines, or a text such as 1,3-5',
    },
    starter: textSpelling('starterCode', 'initialCode'),
    solution: textSpelling('solutionCode', 'sampleSolution'),
    hints: textListSpelling(),
    tests: { also: ['testCases', 'test_cases'], read: readTests, expected: 'a list of tests' },
  }),
  ...titleSpelling,
}

const readMembers = makeMemberReader(schema, spellings)

const codeProperties = ['code', 'starter', 'solution', 'input', 'expected']

const labelOfPart = { starter: 'To begin with', solution: 'Solution' }

function fencedPart(content: JsonObject, name: keyof typeof labelOfPart): string {
  const code = getTextProperty(content, name)
  return code === '' ? '' : `${labelOfPart[name]}:\n\n${fenced(code, getTextProperty(content, 'language'))}`
}

export const codeBlockTypeDefinition: BlockTypeDefinition = {
  description: 'Source code.',
  schema,
  spellings,
  read: (content, report) => readMembers(content, '', report),
  requiredWhenFinished: ['language', 'code'],
  arrangeForLearners: withoutHiddenTests,
  secrets: { names: ['solution', 'solutions', 'hiddenTests'] },
  example: { language: 'python', code: 'print("light")\n', filename: 'light.py', runnable: true },
  markdown: (content) =>
    joinNonEmptyTexts([
      escapeMarkdown(getTextProperty(content, 'filename')),
      fenced(getTextProperty(content, 'code'), getTextProperty(content, 'language')),
      ...(['starter', 'solution'] as const).map((name) => fencedPart(content, name)),
      ...getObjectListProperty(content, 'hints').map((hint) => `Hint: ${hint}`),
      getObjectListProperty(content, 'tests').length > 0
        ? `Tests:\n\n${getObjectListProperty(content, 'tests').map(testMarkdown).join('\n')}`
        : '',
    ]),
  textFormat: (property) => (codeProperties.includes(property) ? 'code' : property === 'hints' ? 'markdown' : 'plain'),
  generation: {
    omitted: ['title', 'highlight', 'starter', 'solution', 'hints', 'tests'],
    placeholder: ({ subject }) => ({
      language: 'text',
      code: `Offline draft: code for ${subject} goes here.\n`,
      runnable: false,
    }),
  },
}
