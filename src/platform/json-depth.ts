import type { InvalidField } from './errors.ts'

const maxPathChars = 300

/**
 * Returns the dotted path of a JSON value for an error message, such as `attributes.colors.0`. Clients choose the names
 * in the path, so a path of more than 300 characters is cut.
 * @param at the beginning of the path, such as `attributes`. Empty for the whole body.
 * @param names the rest of the path: property names and list indexes
 */
export function formatFieldPath(at: string, names: readonly string[]): string {
  const path = [at, ...names].filter((name) => name !== '').join('.')
  return path.length <= maxPathChars ? path : `${path.slice(0, maxPathChars).toWellFormed()}…`
}

/**
 * Returns the path of the first JSON value that is nested deeper than `maxDepth`, or undefined. The search never goes
 * deeper than `maxDepth`, so it cannot overflow the stack.
 */
function findTooDeep(value: unknown, maxDepth: number): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (maxDepth === 0) return []
  for (const [name, inner] of Object.entries(value)) {
    const names = findTooDeep(inner, maxDepth - 1)
    if (names) return [name, ...names]
  }
  return undefined
}

/**
 * Returns the error for JSON that is nested too deeply, or undefined. Call this function before a recursive function
 * processes the JSON, because deep JSON would overflow the stack.
 */
export function findJsonDepthError(value: unknown, maxDepth: number, at = ''): InvalidField | undefined {
  const names = findTooDeep(value, maxDepth)
  return names && { path: formatFieldPath(at, names), message: `must be at most ${maxDepth} levels deep` }
}
