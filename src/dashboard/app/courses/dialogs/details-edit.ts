import type { UnsavedEditListEntry } from '../../unsaved-edits/store.ts'

/**
 * The name under which the browser stores an unsaved edit, and its entry in the list of unsaved edits on the home page.
 */
export type UnsavedEditNameAndListEntry = { unsavedEditName: string; unsavedEditListEntry: UnsavedEditListEntry }

/** Returns the name for the unsaved edit of the details of a course, module or lesson. */
export const makeUnsavedEditNameOfDetails = (level: keyof typeof titles, id: string) => `${level}:${id}`

const titles = { course: 'Course', module: 'Module', lesson: 'Lesson' }

/** Returns the name and the list entry for the unsaved edit of the details of a course, module or lesson. */
export const makeUnsavedEditNameAndListEntryOfDetails = (
  level: keyof typeof titles,
  id: string,
  href: string,
): UnsavedEditNameAndListEntry => ({
  unsavedEditName: makeUnsavedEditNameOfDetails(level, id),
  unsavedEditListEntry: { title: titles[level], href, requires: { level, id } },
})

/** Returns the name for the unsaved edit of a new module in a course, or of a new lesson in a module. */
export const makeUnsavedEditNameOfNewItem = (level: 'module' | 'lesson', parentId: string) => `${level}:new:${parentId}`

/** The browser stores the unfinished form for a new course under this name. */
export const unsavedEditNameOfNewCourse = 'course:new'

/** Joins the values of all fields of a form into one text for the clipboard. */
export const formatFormFieldsForClipboard = (fields: object): string =>
  Object.values(fields)
    .map((value) => (Array.isArray(value) ? value.join('\n') : value))
    .filter(Boolean)
    .join('\n\n')
