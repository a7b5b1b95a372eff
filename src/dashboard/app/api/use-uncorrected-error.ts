import { useState } from 'react'
import { ApiError } from './api-error.ts'

/** Returns the name of the form field that an error names: `tags` for `input.tags.3`. */
const getFieldName = (path: string) => path.replace(/^input\./, '').split('.')[0]!

/**
 * Returns what is left of the error of the last save, while somebody corrects the form: the errors of fields that have
 * changed since are left out. Returns null if nothing is left. `fields` has the names that the API knows.
 */
export function useUncorrectedError<Problem>(error: Problem, fields: object): Problem | ApiError | null {
  const [failed, setFailed] = useState({ error, fields })
  if (failed.error !== error) setFailed({ error, fields })
  if (!(error instanceof ApiError) || error.fields.length === 0) return error
  const [before, now] = [failed.fields, fields].map((values) => new Map<string, unknown>(Object.entries(values)))
  const isCorrected = (name: string) => JSON.stringify(before!.get(name)) !== JSON.stringify(now!.get(name))
  const left = error.fields.filter(({ path }) => !isCorrected(getFieldName(path)))
  if (left.length === error.fields.length) return error
  const { code, message, details, requestId } = error
  return left.length > 0
    ? new ApiError(code, message, { fields: left, details, ...(requestId && { requestId }) })
    : null
}
