import { levelDefinitions } from '../outline/levels.ts'
import { getFieldValue } from '../records/record.ts'
import type { DesiredTreeNode, StoredTreeNode } from './nodes.ts'

export const areFieldValuesEqual = (value: unknown, other: unknown) =>
  value === other || (Array.isArray(value) && JSON.stringify(value) === JSON.stringify(other))

/** Returns the names of the fields that a request changes. */
export function findChangedFields(current: StoredTreeNode, desired: DesiredTreeNode): string[] {
  const changed = desired.key === undefined || desired.key === current.key ? [] : ['key']
  for (const { field } of levelDefinitions[desired.kind].columns) {
    const value = getFieldValue(desired.fields, field)
    if (value !== undefined && !areFieldValuesEqual(value, getFieldValue(current.fields, field))) changed.push(field)
  }
  return changed
}
