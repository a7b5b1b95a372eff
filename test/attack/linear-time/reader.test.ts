import { hasTooManyEmphasisMarks, isTooComplexMarkdown } from '../../../src/markup/markdown-cost.ts'
import { renderAuthorText, renderInlineMarkdown } from '../../../src/reader/markdown.ts'
import { englishPageLanguage } from '../../../src/reader/page-language.ts'
import { between, repeats, row } from './row.ts'
import { testLinearTime } from './run.ts'

const marks = repeats(
  ...[
    '*a_',
    '*a* ',
    '**a ',
    '~~a',
    '*',
    '_',
    '[',
    '[a]',
    '[a](b',
    '[a](b) ',
    '![',
    '[^1]',
    '[^a]: b\n',
    '`a` ',
    '<b>',
    '<a',
    '&#',
  ],
  ...[
    '- a\n',
    '1. ',
    '> ',
    '|a|b|\n|-|-|\n',
    '|',
    '# a\n',
    'a\n=\n',
    '\n',
    '\\',
    'http://a ',
    'www.a ',
    'a@b.c ',
    'a@',
  ],
)

function stairs(size: number): string {
  let text = ''
  for (let level = 0; text.length < size; level++) text += `${' '.repeat(2 * level)}- a\n`
  return text
}
const html = {
  ...repeats('<b>', '<p>a', '<a href=b>', '<td>', '&amp;', '<!--', '<b', '</b>'),
  'elements that other elements do not close': (size: number) => '<b>'.repeat(size / 6) + '</i>'.repeat(size / 8),
}
const inputs = {
  ...marks,
  'deeper and deeper lists': stairs,
  'references to a long definition': (size: number) =>
    `[a]: http://${'x'.repeat(size / 2)}\n\n${'[a] '.repeat(Math.min(900, size / 8))}`,
  'a table of emphasis': between('|a|\n|-|\n', '|*a*|\n', ''),
}

/** Texts of the page for learners, which is rendered for everybody who asks. */
testLinearTime([
  row({ name: 'isTooComplexMarkdown', run: isTooComplexMarkdown, inputs }),
  row({ name: 'hasTooManyEmphasisMarks', run: hasTooManyEmphasisMarks, inputs }),
  row({
    name: 'Markdown on the page for learners',
    run: (text: string) => renderAuthorText(text, 'markdown', englishPageLanguage),
    inputs,
    maxSize: 65_536,
  }),
  row({
    name: 'HTML on the page for learners',
    run: (text: string) => renderAuthorText(text, 'html', englishPageLanguage),
    inputs: html,
    maxSize: 65_536,
  }),
  row({
    name: 'the label of an option',
    run: (text: string) => renderInlineMarkdown(text, englishPageLanguage),
    inputs: repeats('*a_', '[a]', '`', '<b>'),
    maxSize: 65_536,
  }),
])
