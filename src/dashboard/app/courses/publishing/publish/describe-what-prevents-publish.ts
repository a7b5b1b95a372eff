import { formatCountWithNoun } from '../../labels.ts'
import type { PublishDialogData } from './use-publish-dialog-data.ts'

/** Says in one sentence what the author must do before the course can be published, or returns undefined. */
export function describeWhatPreventsPublish(
  { preventingCount, partialError }: PublishDialogData,
  lessonIds: readonly string[] | undefined,
): string | undefined {
  if (preventingCount > 0) return `Correct or dismiss ${formatCountWithNoun(preventingCount, 'finding')} first.`
  if (lessonIds && partialError) return 'The selected lessons cannot be published alone.'
  return undefined
}
