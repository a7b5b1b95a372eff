import { ApiError, getErrorMessageForUser } from '../api/api-error.ts'
import { formatBytes } from '../ui/format-bytes.ts'

/** Returns why a file was not uploaded, in words for the user. */
export function getUploadErrorMessage(error: unknown, file: { size: number }): string {
  if (!(error instanceof ApiError)) return 'The file could not be read. Choose it again.'
  const { code, fields } = error
  const [field] = fields
  if (code === 'unreachable') return 'The service cannot be reached. Check your connection, then try again.'
  if (code === 'too_large') return `The file is too large: it has ${formatBytes(file.size)}.`
  if (field?.path.endsWith('bytes')) {
    const maxBytes = Number(field.message.replaceAll(/\D/g, ''))
    return `The file is too large: it has ${formatBytes(file.size)}, and may have ${formatBytes(maxBytes)}.`
  }
  if (code === 'not_found') return 'The upload took too long. Try again.'
  if (field) return /[.!?]$/.test(field.message) ? field.message : `${field.message}.`
  return getErrorMessageForUser(error)
}
