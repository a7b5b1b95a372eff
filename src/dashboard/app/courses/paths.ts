export const courseListPath = '/courses'
export const makeCoursePath = (courseId: string) => `/courses/${courseId}`
export const makeLessonPath = (courseId: string, lessonId: string) => `/courses/${courseId}/lessons/${lessonId}`
export const makeLessonEditorPath = (courseId: string, lessonId: string) => `${makeLessonPath(courseId, lessonId)}/edit`

/** Returns the HTML id of a block on the lesson page. A link to the block ends with `#` and this id. */
export const makeBlockAnchorId = (blockId: string) => `block-${blockId}`
