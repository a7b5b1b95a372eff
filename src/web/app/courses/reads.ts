import {
  CoursesDocument,
  FoundContentDocument,
  LessonDocument,
  OutlineDocument,
  StartDocument,
} from '../generated/operations.ts'

/** What is asked again after a change of a course or of anything in it. */
export const courseReads = [OutlineDocument, LessonDocument, CoursesDocument, FoundContentDocument, StartDocument]
