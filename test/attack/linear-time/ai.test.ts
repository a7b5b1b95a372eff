import { findAltTextInAnswer } from '../../../src/ai/alt-text/answer.ts'
import { cleanBlockContent } from '../../../src/ai/clean/content.ts'
import { findTextProblem, findTextsTooComplexToClean } from '../../../src/ai/clean/limits.ts'
import { joinLinesWithSpaces } from '../../../src/ai/clean/lines.ts'
import { hasSafeOrNoUrlScheme } from '../../../src/ai/clean/links.ts'
import { removeControlCharacters, removeHtmlTags } from '../../../src/ai/clean/plain.ts'
import { makeChangedTextReader } from '../../../src/ai/text-change/answer.ts'
import { findUrlsInPrompt } from '../../../src/ai/urls.ts'
import { estimateMarkdownParsingSteps } from '../../../src/markup/parsing-steps.ts'
import { between, repeats, row } from './row.ts'
import { testLinearTime } from './run.ts'

/** What parsers of Markdown and HTML look for the end of, or look for again. */
const marks = repeats(
  ...['*a_', 'a](<', '[', ']', '![', '](', '[a](b', '[^1]', '[a]: b\n', '`', '` ', '`a``b', '\\`', '*', '**a ', '_a '],
  ...['~~', '<', '<a', '<b>', '<b', '</b>', '<!--', '<![CDATA[', '<?', '<a href="', '<a href=x ', '>', '<>', '&', '&#'],
  ...['|', '|a', 'a|\n', '|-', '> ', '>', '- ', '-\n', '- a\n', '1. ', '  - ', '    ', '\t', ' ', '\n', '\n\n', ' \n'],
  ...['#', '# a\n', '=\n', 'a\n=\n', '---\n', '```\n', '~~~\n', '\\', '\\<', 'http://', 'www.a', 'a@', ':', '"', '('],
)

type Draft = Parameters<typeof cleanBlockContent>[1]

/** As drafts are checked: what is too hard to clean is refused before that. */
const clean = (type: Parameters<typeof cleanBlockContent>[0]) => (content: Draft) =>
  findTextsTooComplexToClean(content, 'content').length > 0 || cleanBlockContent(type, content, [])

/** A quiz whose texts are short each, and together as long as a model may write. */
function quizOf(text: string): Draft {
  const options = (text.match(/[\s\S]{1,100}/g) ?? []).map((one, index) => ({ id: String(index), text: one }))
  return { questions: [{ id: 'q', type: 'single_choice', prompt: 'Which?', options, answer: '0' }] }
}

const asContent = (inputs: typeof marks, contentOf: (text: string) => Draft) =>
  Object.fromEntries(Object.entries(inputs).map(([name, make]) => [name, (size: number) => contentOf(make(size))]))

/** Texts of a language model, and the words of those who ask it. */
testLinearTime([
  row({
    name: 'findAltTextInAnswer',
    run: (text: string) => findAltTextInAnswer(JSON.stringify({ alt: text })),
    inputs: repeats(' ', ' a', '\n', '<', '<b>', '\ud83d\ude00', '\ud800'),
  }),
  row({
    name: 'makeChangedTextReader',
    run: (text: string) =>
      findTextProblem(text) === undefined &&
      makeChangedTextReader({ text, task: 'custom', instruction: text })(JSON.stringify({ text })),
    inputs: marks,
    maxSize: 16_384,
  }),
  row({
    name: 'cleanBlockContent (Markdown)',
    run: clean('text'),
    inputs: asContent(marks, (text) => ({ text, format: 'markdown' })),
    maxSize: 16_384,
  }),
  row({
    name: 'cleanBlockContent (HTML)',
    run: clean('text'),
    inputs: asContent(marks, (text) => ({ text, format: 'html' })),
    maxSize: 16_384,
  }),
  row({
    name: 'cleanBlockContent (quiz)',
    run: clean('quiz'),
    inputs: asContent(repeats('*a_', 'a](<', '[', '`', '<', '<!--', '- ', '\n', '```\n'), quizOf),
    maxSize: 16_384,
  }),
  row({ name: 'cleanPlain', run: removeHtmlTags, inputs: marks }),
  row({ name: 'cleanText', run: removeControlCharacters, inputs: repeats('\u0000', '\ud800', 'a') }),
  row({ name: 'hasSafeOrNoUrlScheme', run: hasSafeOrNoUrlScheme, inputs: repeats(':', 'a', '\u0000', '/', 'a:') }),
  row({ name: 'joinLinesWithSpaces', run: joinLinesWithSpaces, inputs: repeats('\n', ' \n', ' ', 'a\n') }),
  row({ name: 'parsingSteps', run: estimateMarkdownParsingSteps, inputs: marks }),
  row({
    name: 'findTextsTooComplexToClean (many members)',
    run: (content: object) => findTextsTooComplexToClean(content, 'content'),
    inputs: { members: (size) => ({ list: Array<string>(size).fill('a') }) },
  }),
  row({
    name: 'addressesIn (prompt)',
    run: findUrlsInPrompt,
    inputs: {
      ...repeats('http://', 'https://a ', 'h'),
      'full stops': between('http://a', '.', ''),
      brackets: between('http://a', ')', ''),
    },
  }),
])
