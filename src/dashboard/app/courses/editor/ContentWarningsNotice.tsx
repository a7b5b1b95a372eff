import type { BlockPartsFragment } from '../../generated/operations.ts'
import { Notice } from '../../ui/Notice.tsx'

/** The maximum number of warnings that the notice lists. */
const maxListed = 3

/** Says which parts of a block learners do not get, because the service does not read them. */
export function ContentWarningsNotice({ warnings }: { warnings: BlockPartsFragment['contentWarnings'] }) {
  if (warnings.length === 0) return null
  const others = warnings.length - maxListed
  return (
    <Notice>
      Learners do not get everything in this block:{' '}
      {warnings
        .slice(0, maxListed)
        .map(({ path, message }) => `${path} ${message}`)
        .join('; ')}
      {others > 0 && `; and ${others} more`}. Edit the block, or apply the fix that the checks offer before you publish.
    </Notice>
  )
}
