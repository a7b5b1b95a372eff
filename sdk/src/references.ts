type Id = { id: string }
/** A record has fewer fields than this type names if a type of another record names them. */
type Without<Field extends string> = { [Name in Field]?: never }

/** The id of a course, or the course or its tree as it was read. */
export type CourseReference = string | (Id & { version: number; treeVersion: number })
/** The id of a module, or the module as it was read. */
export type ModuleReference = string | (Id & { version: number } & Without<'treeVersion' | 'moduleId' | 'lessonId'>)
/** The id of a lesson, or the lesson as it was read. */
export type LessonReference = string | (Id & { version: number } & Without<'treeVersion' | 'courseId' | 'lessonId'>)
/** The id of a block, or the block as it was read. */
export type BlockReference = string | (Id & { version: number; content: unknown })
/** The course and the number of a release, or the release as it was read. */
export type ReleaseReference = { courseId: string; number: number; version?: number }
/** The id of an API key, or the key. */
export type ApiKeyReference = string | { keyId: string }
/** The id of a record, or the record. */
export type IdReference = string | Id
