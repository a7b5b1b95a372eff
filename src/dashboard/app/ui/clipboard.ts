import { showErrorToast } from './toast-queue.ts'

/**
 * Copies a text to the clipboard. If the browser refuses, for example on a page without HTTPS, the function shows an
 * error toast and returns false.
 */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    showErrorToast('The browser does not allow copying. Select the text and copy it yourself.')
    return false
  }
}
