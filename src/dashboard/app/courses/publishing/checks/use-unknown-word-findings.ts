import { useApiQuery } from '../../../api/hooks.ts'
import { FindingsWithDismissedDocument } from '../../../generated/later-operations.ts'
import { selectFindingsInLessons } from './findings.ts'

/**
 * The code of the check that finds words that are in no dictionary. The dry run of the publish dialog does not run this
 * check.
 */
const spellingCode = 'word_unknown'

/**
 * Loads the findings about words that are in no dictionary. Without `lessonIds`, returns the findings of the whole
 * course.
 */
export function useUnknownWordFindings(courseId: string, lessonIds: readonly string[] | undefined, isEnabled: boolean) {
  const { data, error, refetch } = useApiQuery(
    FindingsWithDismissedDocument,
    { id: courseId, spelling: true },
    { isEnabled },
  )
  const checks = isEnabled ? data?.courseChecks : undefined
  const words = selectFindingsInLessons(checks?.findings ?? [], lessonIds).filter(({ code }) => code === spellingCode)
  return {
    open: words.filter(({ isDismissed }) => !isDismissed),
    dismissedCount: words.filter(({ isDismissed }) => isDismissed).length,
    omitted: checks?.omitted ?? 0,
    isLoading: isEnabled && !data && !error,
    error: isEnabled && !data ? error : null,
    retry: () => void refetch(),
  }
}
