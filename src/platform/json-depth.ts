import type { InvalidField } from './errors.ts'

const maxPathChars = 300

/**
 * Returns a dotted path such as `attributes.colors.0`.
 * @param at the first part of the path, which `names` continue. Empty if the path begins at the whole body
 */
export function formatFieldPath(at: string, names: readonly string[]): string {
  const path = [at, ...names].filter((name) => name !== '').join('.')
  // Clients choose the names, so the path can be very long.
  return path.length <= maxPathChars ? path : `${path.slice(0, maxPathChars).toWellFormed()}…`
}

/**
 * Returns the path of the first value below `maxDepth` levels. The search goes no deeper, so it cannot overflow the
 * stack.
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
 * Returns an error if JSON is nested too deeply. Call this function before any recursive function, which could overflow
 * the stack.
 */
export function findJsonDepthError(value: unknown, maxDepth: number, at = ''): InvalidField | undefined {
  const names = findTooDeep(value, maxDepth)
  return names && { path: formatFieldPath(at, names), message: `must be at most ${maxDepth} levels deep` }
}
