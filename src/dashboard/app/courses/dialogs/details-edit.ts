import type { UnsavedEditInfo } from '../../unsaved-edits/store.ts'

/**
 * The name under which the browser stores an unsaved edit, and the entry for it in the list of unsaved edits on the
 * home page.
 */
export type UnsavedEditNameAndInfo = { unsavedEditName: string; unsavedEditInfo: UnsavedEditInfo }

const titles = { course: 'Course', module: 'Module', lesson: 'Lesson' }

/**
 * Returns the name under which the browser stores an unsaved edit of the details of a course, module or lesson, and the
 * entry for it in the list of unsaved edits. `href` is the URL path of the page on which the author can edit the
 * details.
 */
export const makeUnsavedEditOfDetails = (
  level: keyof typeof titles,
  id: string,
  href: string,
): UnsavedEditNameAndInfo => ({
  unsavedEditName: `${level}:${id}`,
  unsavedEditInfo: { title: titles[level], href, requires: { level, id } },
})

/** Joins all texts of a form for details into one text for the clipboard. */
export const formatDetailsForClipboard = (fields: object): string =>
  Object.values(fields)
    .map((value) => (Array.isArray(value) ? value.join('\n') : value))
    .filter(Boolean)
    .join('\n\n')
