export const courseListPath = '/courses'
export const filesPath = '/files'
export const trashPath = '/trash'
export const makeCoursePath = (courseId: string) => `/courses/${courseId}`
export const makePublishingPath = (courseId: string) => `/courses/${courseId}/releases`
export const makeCompareReleasesPath = (courseId: string, from: string, to: string) =>
  `/courses/${courseId}/compare?${new URLSearchParams({ from, to })}`
export const makeLessonPath = (courseId: string, lessonId: string) => `/courses/${courseId}/lessons/${lessonId}`
export const makeLessonEditorPath = (courseId: string, lessonId: string) => `${makeLessonPath(courseId, lessonId)}/edit`
export const makeBlockEditorPath = (courseId: string, lessonId: string, blockId: string) =>
  `${makeLessonEditorPath(courseId, lessonId)}?${new URLSearchParams({ write: blockId })}`

/** Returns the HTML id of a block on the lesson page. A link to the block ends with `#` and this id. */
export const makeBlockAnchorId = (blockId: string) => `block-${blockId}`
