/** The duration and the learning objectives of a course, a module or a lesson. */
export type DurationAndObjectives = {
  durationMinutes: number | null
  /** The learning objectives, one for each line of the text field. While the author types, lines may be empty. */
  objectives: readonly string[]
}

export const emptyDurationAndObjectives: DurationAndObjectives = { durationMinutes: null, objectives: [] }

const maxObjectives = 20
const maxObjectiveChars = 500
const maxPrerequisites = 20
const maxKeyChars = 200

/** Removes empty lines, and the spaces around each line. */
export const trimAndRemoveEmptyLines = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '')

/** The mark, such as `- ` or `• `, at the beginning of a line that was copied from a list. */
const listMark = /^[-*–•◦‣▪·]\s+/

/** Removes empty lines. Removes the surrounding spaces and a list mark at the beginning of each remaining line. */
export const removeListMarksAndEmptyLines = (lines: readonly string[]): string[] =>
  trimAndRemoveEmptyLines(lines.map((line) => line.trim().replace(listMark, '')))

/**
 * Returns an error message if there are too many learning objectives or an objective is too long, otherwise undefined.
 */
export function findObjectivesError(lines: readonly string[]): string | undefined {
  const objectives = removeListMarksAndEmptyLines(lines)
  if (objectives.length > maxObjectives) return `Enter at most ${maxObjectives} objectives.`
  const isTooLong = objectives.some((objective) => objective.length > maxObjectiveChars)
  return isTooLong ? `An objective has at most ${maxObjectiveChars} characters.` : undefined
}

const keyTooLongMessage = `A key has at most ${maxKeyChars} characters.`

/** Returns an error message if a key is too long, otherwise undefined. */
export const findKeyLengthError = (key: string): string | undefined =>
  key.trim().length > maxKeyChars ? keyTooLongMessage : undefined

type LineLimits = { entries: string; entry: string; maxChars: number }
const maxCourseLines = 20

const makeLinesCheck =
  ({ entries, entry, maxChars }: LineLimits) =>
  (lines: readonly string[]): string | undefined => {
    const texts = trimAndRemoveEmptyLines(lines)
    if (new Set(texts).size > maxCourseLines) return `Enter at most ${maxCourseLines} ${entries}.`
    return texts.some((text) => [...text].length > maxChars)
      ? `${entry} has at most ${maxChars} characters.`
      : undefined
  }

/** Returns an error message if there are too many tags or a tag is too long, otherwise undefined. */
export const findTagsError = makeLinesCheck({ entries: 'tags', entry: 'A tag', maxChars: 50 })

/** Returns an error message if there are too many authors or a name is too long, otherwise undefined. */
export const findAuthorsError = makeLinesCheck({ entries: 'authors', entry: 'A name', maxChars: 200 })

/**
 * Returns an error message if there are too many prerequisites or a key is too long, otherwise undefined. Each element
 * of `lines` is the key of a lesson or module, or blank.
 */
export function findPrerequisitesError(lines: readonly string[]): string | undefined {
  const keys = trimAndRemoveEmptyLines(lines)
  if (new Set(keys).size > maxPrerequisites) return `Enter at most ${maxPrerequisites} keys.`
  return keys.some((key) => findKeyLengthError(key)) ? keyTooLongMessage : undefined
}
