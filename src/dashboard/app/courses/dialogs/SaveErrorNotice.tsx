import { ApiError, getErrorMessageForUser } from '../../api/api-error.ts'
import { Notice } from '../../ui/Notice.tsx'

const maxErrors = 10

/** Returns the place of an error in a form, such as `questions › 1 › options` for `content.questions.0.options`. */
const describePlace = (path: string) =>
  path
    .replace(/^(?:input\.)?(?:content\.)?/, '')
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? Number(part) + 1 : part))
    .join(' › ')

/**
 * Says why saving failed. Lists the API's field errors, because some belong to no form field, such as an error of the
 * whole block.
 */
export function SaveErrorNotice({ title = 'Not saved', error }: { title?: string; error: unknown }) {
  const errors = error instanceof ApiError ? error.fields.slice(0, maxErrors) : []
  return (
    <Notice variant="error" title={title}>
      {errors.length === 0 ? (
        getErrorMessageForUser(error)
      ) : (
        <>
          Correct these errors, then try again:
          <ul>
            {errors.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                {describePlace(path)}: {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}
