/** The duration and the learning objectives. Courses, modules and lessons have these fields. */
export type DurationAndObjectives = {
  durationMinutes: number | null
  /** Each objective is one line. While the author types, the list may contain empty lines. */
  objectives: readonly string[]
}

export const emptyDurationAndObjectives: DurationAndObjectives = { durationMinutes: null, objectives: [] }

const maxObjectives = 20
const maxObjectiveChars = 500

/** Removes empty lines, and the spaces around each objective. */
export const trimObjectives = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '')

/**
 * Returns an error message if there are too many objectives or an objective is too long. Otherwise, it returns
 * undefined.
 */
export function findObjectivesError(lines: readonly string[]): string | undefined {
  const objectives = trimObjectives(lines)
  if (objectives.length > maxObjectives) return `Enter at most ${maxObjectives} objectives.`
  const isTooLong = objectives.some((objective) => objective.length > maxObjectiveChars)
  return isTooLong ? `An objective has at most ${maxObjectiveChars} characters.` : undefined
}
