import type { UnsavedEditInfo } from '../../unsaved-edits/store.ts'

/** The name of an unsaved edit, and its title and link in the list of unsaved edits. */
export type UnsavedEditNameAndInfo = { unsavedEditName: string; unsavedEditInfo: UnsavedEditInfo }

const titles = { course: 'Course', module: 'Module', lesson: 'Lesson' }

/**
 * Returns the name under which the browser stores an unsaved edit of an item's details, and the entry that the list of
 * unsaved edits shows for it. `href` is the URL path of the page on which the author can edit the details.
 */
export const makeUnsavedEditOfDetails = (
  level: keyof typeof titles,
  id: string,
  href: string,
): UnsavedEditNameAndInfo => ({
  unsavedEditName: `${level}:${id}`,
  unsavedEditInfo: { title: titles[level], href, requires: { level, id } },
})

/** Joins the fields of a form for details, for the clipboard. */
export const formatDetailsForClipboard = (fields: object): string =>
  Object.values(fields)
    .map((value) => (Array.isArray(value) ? value.join('\n') : value))
    .filter(Boolean)
    .join('\n\n')
