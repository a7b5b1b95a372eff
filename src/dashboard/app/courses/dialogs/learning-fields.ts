/** The duration and the learning objectives of a course, a module or a lesson. */
export type DurationAndObjectives = {
  durationMinutes: number | null
  /** Each objective is one line. While the author types, the list may contain empty lines. */
  objectives: readonly string[]
}

export const emptyDurationAndObjectives: DurationAndObjectives = { durationMinutes: null, objectives: [] }

const maxObjectives = 20
const maxObjectiveChars = 500

/** Removes empty lines, and the spaces around each learning objective. */
export const trimObjectives = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '')

/**
 * Returns an error message if there are too many learning objectives or an objective is too long, otherwise undefined.
 */
export function findObjectivesError(lines: readonly string[]): string | undefined {
  const objectives = trimObjectives(lines)
  if (objectives.length > maxObjectives) return `Enter at most ${maxObjectives} objectives.`
  const isTooLong = objectives.some((objective) => objective.length > maxObjectiveChars)
  return isTooLong ? `An objective has at most ${maxObjectiveChars} characters.` : undefined
}
