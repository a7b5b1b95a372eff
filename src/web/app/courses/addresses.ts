/** Where each thing stands in the dashboard: addresses that can be shared. */
export const coursesAddress = '/courses'
export const courseAddress = (courseId: string) => `/courses/${courseId}`
export const lessonAddress = (courseId: string, lessonId: string) => `/courses/${courseId}/lessons/${lessonId}`
export const editAddress = (courseId: string, lessonId: string) => `${lessonAddress(courseId, lessonId)}/edit`

/** The place of a block on its lesson's page. */
export const blockAnchor = (blockId: string) => `block-${blockId}`
