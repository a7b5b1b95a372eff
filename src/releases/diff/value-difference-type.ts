import { builder } from '../../operations/builder.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { maxValueCharsInResponse, maxValuePathChars, type ValueDifferenceResponse } from './course-diff-response.ts'
import { maxWordDiffPartChars, maxWordDiffParts, type WordChange } from './words.ts'

const wordChangeNameRef = builder.enumType('WordChangeName', {
  description: 'Whether a part of a changed text is unchanged, removed or added.',
  values: {
    same: { description: 'Unchanged: the part is in both texts, `from` and `to`.' },
    removed: { description: 'Removed: the part is only in the text before the change, `from`.' },
    added: { description: 'Added: the part is only in the text after the change, `to`.' },
  },
})

const wordChangeRef = builder.objectRef<WordChange>('WordChange').implement({
  description: 'A part of a changed text: unchanged, removed or added.',
  fields: (t) => ({
    change: t.expose('change', {
      type: wordChangeNameRef,
      description: 'Whether the part of the text is unchanged, removed or added.',
    }),
    text: t.exposeString('text', {
      ...withJsonSchema({ maxLength: maxWordDiffPartChars }),
      description: 'The text of this part, including its white space.',
    }),
  }),
})

const valueOptions = withJsonSchema({ maxLength: maxValueCharsInResponse })

export const valueDifferenceRef = builder.objectRef<ValueDifferenceResponse>('ValueDifference').implement({
  description: 'A value that differs: a field, or a value inside a field.',
  fields: (t) => ({
    path: t.exposeString('path', {
      ...withJsonSchema({ maxLength: maxValuePathChars }),
      description:
        'JSON Pointer (RFC 6901) of the value in the course, module, lesson or block, such as `/content/questions/0/prompt`.',
    }),
    before: t.exposeString('before', {
      ...valueOptions,
      nullable: true,
      description:
        'The value in `from`. A text is returned as it is, and any other value as JSON. Null if the value was added.',
    }),
    after: t.exposeString('after', {
      ...valueOptions,
      nullable: true,
      description:
        'The value in `to`. A text is returned as it is, and any other value as JSON. Null if the value was removed.',
    }),
    words: t.expose('words', {
      ...withJsonSchema({ maxItems: maxWordDiffParts }),
      type: [wordChangeRef],
      nullable: true,
      description:
        'The changes of a text, word by word. Null if the value is not a text, or if the texts are too long, too many or too different to compare.',
    }),
  }),
})
