import {
  BlockDocument,
  ContentSearchDocument,
  CourseDifferenceDocument,
  CourseFindingsDocument,
  CoursesDocument,
  HomeDocument,
  LessonDocument,
  OutlineDocument,
  PublishingDocument,
  PublishPlanDocument,
  ReleasesDocument,
  RestorePlanDocument,
  TrashDocument,
} from '../generated/operations.ts'

/** The GraphQL queries whose cached results become outdated when a course or its content changes. */
export const courseQueriesToInvalidate = [
  OutlineDocument,
  LessonDocument,
  BlockDocument,
  CoursesDocument,
  ContentSearchDocument,
  HomeDocument,
  PublishingDocument,
  PublishPlanDocument,
  CourseFindingsDocument,
  ReleasesDocument,
  CourseDifferenceDocument,
  RestorePlanDocument,
  TrashDocument,
]
