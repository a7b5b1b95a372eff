import { makeNonBlankTextSchema } from '../../operations/validation.ts'

/** The maximum length of a tag, in characters. */
export const maxTagChars = 50

/** The Zod schema of a tag of a course. White space around a tag is removed, so that equal tags are found as equal. */
export const tagSchema = makeNonBlankTextSchema(maxTagChars).trim()
