import type { UnsavedEditInfo } from '../../unsaved-edits/store.ts'

/** The name of an unsaved edit, and its title and link in the list of unsaved edits. */
export type NamedUnsavedEdit = { unsavedEditName: string; unsavedEditInfo: UnsavedEditInfo }

const titles = { course: 'Course', module: 'Module', lesson: 'Lesson' }

/**
 * Returns the name and the list entry of the unsaved edit of an item's details. `href` is the URL path of the page on
 * which the author can edit the details.
 */
export const makeUnsavedEditOfDetails = (level: keyof typeof titles, id: string, href: string): NamedUnsavedEdit => ({
  unsavedEditName: `${level}:${id}`,
  unsavedEditInfo: { title: titles[level], href, requires: { level, id } },
})

/** Joins the fields of a form for details, for the clipboard. */
export const formatDetailsForClipboard = (fields: object): string =>
  Object.values(fields)
    .map((value) => (Array.isArray(value) ? value.join('\n') : value))
    .filter(Boolean)
    .join('\n\n')
