import {
  BlockDocument,
  ContentSearchDocument,
  CoursesDocument,
  HomeDocument,
  LessonDocument,
  OutlineDocument,
} from '../generated/operations.ts'

/** The GraphQL queries whose cached results become outdated when a course or its content changes. */
export const courseQueriesToInvalidate = [
  OutlineDocument,
  LessonDocument,
  BlockDocument,
  CoursesDocument,
  ContentSearchDocument,
  HomeDocument,
]
