export const courseListPath = '/courses'
export const coursePath = (courseId: string) => `/courses/${courseId}`
export const lessonPath = (courseId: string, lessonId: string) => `/courses/${courseId}/lessons/${lessonId}`
export const lessonEditorPath = (courseId: string, lessonId: string) => `${lessonPath(courseId, lessonId)}/edit`

/** Returns the HTML id of a block on the lesson page. A link to the block ends with `#` and this id. */
export const makeBlockAnchorId = (blockId: string) => `block-${blockId}`
