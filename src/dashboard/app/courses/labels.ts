import type { CourseStatus, Difficulty } from '../generated/operations.ts'

export const difficultyLabels: Record<Difficulty, string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
}

export const courseStatusLabels: Record<CourseStatus, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}

/** Formats a number with a noun: `1 lesson`, `3 lessons`. */
export const formatCountWithNoun = (count: number, noun: string, plural = `${noun}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`

/** Formats a duration in minutes: `45 min`, `2 h` or `1 h 30 min`. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${hours.toLocaleString('en')} h`, (rest > 0 || hours === 0) && `${rest} min`]
    .filter(Boolean)
    .join(' ')
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/**
 * Returns the English name of a language tag, such as `Brazilian Portuguese` for `pt-BR`. An unknown tag is returned
 * unchanged.
 */
export function getLanguageName(tag: string): string {
  try {
    return languages.of(tag) ?? tag
  } catch {
    return tag
  }
}
