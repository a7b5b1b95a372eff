import { getErrorMessageForUser } from '../../../api/api-error.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { runGraphqlOperation } from '../../../api/request.ts'
import { CreatePreviewLinkDocument, PreviewLinksDocument } from '../../../generated/later-operations.ts'
import { showErrorToast } from '../../../ui/toast-queue.ts'
import { makePreviewLinkUrl } from './preview-link-url.ts'

const linkMs = 3_600_000
/** A preview link is opened again only if it is valid for more than this time. */
const minMsLeft = 600_000

type OpenedLink = { previewLinkId: string; token: string; endsAt: number }
const openedLinks = new Map<string, OpenedLink>()

/** Returns whether a preview link can be opened again: it is valid for long enough, and nobody has revoked it. */
async function isReusable(courseId: string, { previewLinkId, endsAt }: OpenedLink): Promise<boolean> {
  if (endsAt - Date.now() <= minMsLeft) return false
  const { previewLinks } = await runGraphqlOperation(PreviewLinksDocument, { courseId })
  return previewLinks.some((link) => link.previewLinkId === previewLinkId)
}

/**
 * Returns a function that opens the draft or a release in a new tab. The function reuses a preview link that is still
 * valid.
 */
export function useOpenPreviewInNewTab(courseId: string) {
  const { mutateAsync, isPending } = useApiMutation(CreatePreviewLinkDocument, [PreviewLinksDocument])

  async function findToken(release: number | undefined): Promise<string> {
    const key = `${courseId} ${release ?? 'draft'}`
    const opened = openedLinks.get(key)
    if (opened && (await isReusable(courseId, opened))) return opened.token
    const endsAt = Date.now() + linkMs
    const input = { release, expiresAt: new Date(endsAt).toISOString() }
    const { previewLinkId, token } = (await mutateAsync({ courseId, input })).createPreviewLink
    openedLinks.set(key, { previewLinkId, token, endsAt })
    return token
  }
  return {
    isPending,
    open: async (release?: number): Promise<void> => {
      // Browsers let a page open a tab only during a click, but the request for a preview link takes longer.
      // The function opens an empty tab during the click, and sets the URL of the tab after the request.
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
