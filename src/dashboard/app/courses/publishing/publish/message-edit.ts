/** Returns the name under which the browser stores the unfinished message for the next release of a course. */
export const makeUnsavedEditNameOfReleaseMessage = (courseId: string) => `publish:${courseId}`
