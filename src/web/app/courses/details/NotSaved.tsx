import { Failure, tellFailure } from '../../data/failure.ts'
import { Notice } from '../../parts/Notice.tsx'

/** Why a text was not saved; what is wrong with a field is said at the field. */
export function NotSaved({ error }: { error: unknown }) {
  const hasFields = error instanceof Failure && error.fields.length > 0
  return (
    <Notice look="bad" title="Not saved">
      {hasFields ? 'Look at the marked fields; what you typed is kept.' : tellFailure(error)}
    </Notice>
  )
}
