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
 * The names of the course queries in `later-operations.ts`. This list contains names, because an import of the queries
 * would load their code when the dashboard starts.
 */
const laterQueries: readonly NameOf<keyof typeof laterOperations>[] = [
  'Publishing',
  'PublishPlan',
  'FindingsWithDismissed',
  'Releases',
  'CourseDifference',
  'RestorePlan',
  'Trash',
  'LessonPublication',
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
