import { gradeResponse } from '../../../src/courses/block/quiz/grade.ts'
import { readQuestions } from '../../../src/courses/block/quiz/questions.ts'
import { renderAuthorText } from '../../../src/reader/markdown.ts'
import { readResponses } from '../../../src/reader/quiz-html.ts'
import { markdown } from './checks.ts'
import { repeats, row } from './row.ts'

/** Texts that the reader page shows or reads. */
export const readerRows = [
  row({
    name: 'renderAuthorText',
    run: (text: string) => renderAuthorText(text, 'markdown'),
    inputs: { ...markdown, ...repeats('**a** ', '_a_ ', '~a~~', '~~a', 'www.', 'a@b.', '[^a]') },
    maxSize: 65_536,
  }),
  row({
    name: 'renderAuthorText of HTML',
    run: (text: string) => renderAuthorText(text, 'html'),
    inputs: repeats('<b>', '</b>', '<p>', '<a href=', '<img src="', '&', '<!--', '<table>'),
    maxSize: 65_536,
  }),
  row({
    name: 'responses of a form',
    run: ({ form, questions }: { form: string; questions: object[] }) => {
      const read = readQuestions({ questions })
      const given = readResponses(new URLSearchParams(form), read)
      for (const [index, one] of given.entries()) if (one.length > 0) gradeResponse(read[index]!, one)
    },
    inputs: {
      'many fields': (size) => ({
        form: Array.from({ length: size / 16 }, (_, at) => `q${at}=0`).join('&'),
        questions: Array.from({ length: size / 16 }, () => ({ type: 'short_text' })),
      }),
    },
    maxSize: 262_144,
  }),
]
