import { Notice } from '../../ui/Notice.tsx'

/** Warns the user that the browser's storage has no space for the unsaved edit. */
export const BrowserStorageFullNotice = () => (
  <Notice variant="warning" title="The browser’s storage is full">
    Your text is on this page only. Save it before you leave, or discard other unsaved edits on the home page.
  </Notice>
)
