import type { CourseStatus, Difficulty } from '../generated/operations.ts'

export const difficultyNames: Record<Difficulty, string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
}

export const statusNames: Record<CourseStatus, string> = { draft: 'Draft', published: 'Published' }

/** `1 lesson`, `3 lessons`. */
export const count = (number: number, word: string) =>
  `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** `pt-BR` as `Brazilian Portuguese`; a tag that is not known stays as it is. */
export function languageName(tag: string): string {
  try {
    return languages.of(tag) ?? tag
  } catch {
    return tag
  }
}
