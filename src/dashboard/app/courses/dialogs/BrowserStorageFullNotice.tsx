import { Notice } from '../../ui/Notice.tsx'

/**
 * Warns the user that the unsaved edit is not stored, because the browser's storage is full or the unsaved edits have
 * reached their maximum length.
 */
export const BrowserStorageFullNotice = () => (
  <Notice variant="warning" title="The space for unsaved edits is full">
    Your text is on this page only. Save it before you leave, or discard other unsaved edits on the home page.
  </Notice>
)
