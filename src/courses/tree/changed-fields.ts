import { levelDefinitions } from '../outline/levels.ts'
import { getFieldValue } from '../records/record.ts'
import type { CurrentNode, DesiredNode } from './nodes.ts'

export const isSameFieldValue = (value: unknown, other: unknown) =>
  value === other || (Array.isArray(value) && JSON.stringify(value) === JSON.stringify(other))

/** Returns the names of the fields that a request changes. */
export function findChangedFields(current: CurrentNode, desired: DesiredNode): string[] {
  const changed = levelDefinitions[desired.kind].columns
    .map(({ field }) => field)
    .filter((field) => {
      const value = getFieldValue(desired.fields, field)
      return value !== undefined && !isSameFieldValue(value, getFieldValue(current.fields, field))
    })
  return desired.key === undefined || desired.key === current.key ? changed : ['key', ...changed]
}
