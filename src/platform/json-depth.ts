import type { InvalidField } from './errors.ts'

const maxPathChars = 300

/**
 * Returns the dotted path of a JSON member for an error message. Clients choose the names in the path, so a path of
 * more than 300 characters is cut.
 */
export function formatFieldPath(at: string, members: readonly string[]): string {
  const path = [at, ...members].filter((member) => member !== '').join('.')
  return path.length <= maxPathChars ? path : `${path.slice(0, maxPathChars).toWellFormed()}…`
}

/**
 * Returns the path of the first JSON value that is nested deeper than `levels`, or undefined. The search does not go
 * deeper than `levels`.
 */
function findTooDeep(value: unknown, levels: number): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (levels === 0) return []
  for (const [member, inner] of Object.entries(value)) {
    const members = findTooDeep(inner, levels - 1)
    if (members) return [member, ...members]
  }
  return undefined
}

/**
 * Returns the error for JSON that is nested too deeply, or undefined. The depth is checked before a recursive function
 * processes the JSON.
 */
export function findJsonDepthError(value: unknown, levels: number, at = ''): InvalidField | undefined {
  const members = findTooDeep(value, levels)
  return members && { path: formatFieldPath(at, members), message: `must be at most ${levels} levels deep` }
}
