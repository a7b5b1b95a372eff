/** Returns the name for the unsaved edit of the message of the next release. */
export const makeUnsavedEditNameOfReleaseMessage = (courseId: string) => `publish:${courseId}`
