import { getErrorMessageForUser } from '../../../api/api-error.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { CreatePreviewLinkDocument, PreviewLinksDocument } from '../../../generated/later-operations.ts'
import { showErrorToast } from '../../../ui/toast-queue.ts'
import { makePreviewLinkUrl } from './preview-link-url.ts'

const linkMs = 3_600_000
/** The minimum time for which an earlier preview link must still work. Otherwise, the function creates a new link. */
const minMsLeft = 600_000

const made = new Map<string, { token: string; endsAt: number }>()

/**
 * Returns a function that opens the draft or a release of a course in a new tab, as learners see it. For this, the
 * function creates a preview link that works for an hour, or uses the link that it created before.
 */
export function useOpenPreview(courseId: string) {
  const { mutateAsync, isPending } = useApiMutation(CreatePreviewLinkDocument, [PreviewLinksDocument])

  async function findToken(release: number | undefined): Promise<string> {
    const key = `${courseId} ${release ?? 'draft'}`
    const found = made.get(key)
    if (found && found.endsAt - Date.now() > minMsLeft) return found.token
    const endsAt = Date.now() + linkMs
    const input = { release, expiresAt: new Date(endsAt).toISOString() }
    const { token } = (await mutateAsync({ courseId, input })).createPreviewLink
    made.set(key, { token, endsAt })
    return token
  }
  return {
    isPending,
    open: async (release?: number): Promise<void> => {
      // Browsers allow a page to open a tab only during a click. So the function opens an empty tab at once, and sets
      // its address when the preview link exists.
      const tab = window.open('about:blank', '_blank')
      if (!tab) return void showErrorToast('The browser does not allow new tabs. Create a preview link instead.')
      try {
        const token = await findToken(release)
        tab.opener = null
        tab.location.replace(makePreviewLinkUrl(token))
      } catch (error) {
        tab.close()
        showErrorToast(getErrorMessageForUser(error))
      }
    },
  }
}
