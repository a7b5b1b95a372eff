import type * as laterOperations from '../generated/later-operations.ts'
import {
  BlockDocument,
  ContentSearchDocument,
  CoursesDocument,
  HomeDocument,
  LessonDocument,
  OutlineDocument,
} from '../generated/operations.ts'

type NameOf<Constant> = Constant extends `${infer Name}Document` ? Name : never

/**
 * The names of the queries in `later-operations.ts` that read courses. This file imports only types from there, so that
 * the browser does not load the code of these queries at the start.
 */
const laterQueries: readonly NameOf<keyof typeof laterOperations>[] = [
  'Publishing',
  'PublishPlan',
  'FindingsWithDismissed',
  'Releases',
  'CourseDifference',
  'RestorePlan',
  'Trash',
]

/** The GraphQL queries whose cached results become outdated when a course or its content changes. */
export const courseQueriesToInvalidate = [
  OutlineDocument,
  LessonDocument,
  BlockDocument,
  CoursesDocument,
  ContentSearchDocument,
  HomeDocument,
  ...laterQueries,
]
