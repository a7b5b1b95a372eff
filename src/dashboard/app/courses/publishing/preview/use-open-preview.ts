import { getErrorMessageForUser } from '../../../api/api-error.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { CreatePreviewLinkDocument, PreviewLinksDocument } from '../../../generated/later-operations.ts'
import { showErrorToast } from '../../../ui/toast-queue.ts'
import { makePreviewLinkUrl } from './preview-link-url.ts'

const linkMs = 3_600_000
/** An earlier preview link is used again only if it still works for this time. */
const minMsLeft = 600_000

const made = new Map<string, { token: string; endsAt: number }>()

/**
 * Returns a function that opens the draft or a release of a course in a new tab, as learners see it. For this, the
 * function creates a preview link that works for an hour. Later calls use the same link again.
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
      // Browsers allow a page to open a tab only during a click, but the preview link may not exist yet.
      // So the function first opens an empty tab, and later sets the URL of the tab.
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
