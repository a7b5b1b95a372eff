import type { BlockTypeDefinition } from '../definition/block-type.ts'
import { makeCodeFence } from '../definition/code-fence.ts'
import { escapeMarkdown, getTextProperty, joinNonEmptyTexts } from '../definition/markdown.ts'
import { makeMemberReader, type Spellings, textSpelling } from '../definition/reader.ts'
import { makeObjectJsonSchema, makeStringJsonSchema } from '../definition/schema.ts'

/** Returns a Markdown code block whose fence is longer than every run of backticks in the code. */
function fenced(code: string, language: string): string {
  const fence = makeCodeFence(code, 3)
  return `${fence}${language.replace(/[\s`]/g, '')}\n${code.replace(/\n$/, '')}\n${fence}`
}

const schema = makeObjectJsonSchema('Source code.', {
  language: makeStringJsonSchema('Programming language, such as python.'),
  code: makeStringJsonSchema('The code.'),
  filename: makeStringJsonSchema('Name of the file.'),
  runnable: { type: 'boolean', description: 'Whether the learner may run the code.' },
})

const spellings: Spellings = {
  language: textSpelling('lang'),
  code: textSpelling('source', 'snippet', 'sourceCode'),
  filename: textSpelling('fileName', 'file'),
}

const readMembers = makeMemberReader(schema, spellings)

export const codeBlockTypeDefinition: BlockTypeDefinition = {
  description: 'Source code.',
  schema,
  spellings,
  read: (content, report) => readMembers(content, '', report),
  requiredWhenFinished: ['language', 'code'],
  secrets: { names: ['solution', 'solutions', 'tests', 'hiddenTests'] },
  example: { language: 'python', code: 'print("light")\n', filename: 'light.py', runnable: true },
  markdown: (content) =>
    joinNonEmptyTexts([
      escapeMarkdown(getTextProperty(content, 'filename')),
      fenced(getTextProperty(content, 'code'), getTextProperty(content, 'language')),
    ]),
  textFormat: (property) => (property === 'code' ? 'code' : 'plain'),
  generation: {
    placeholder: ({ subject }) => ({
      language: 'text',
      code: `Offline draft: code for ${subject} goes here.\n`,
      runnable: false,
    }),
  },
}
