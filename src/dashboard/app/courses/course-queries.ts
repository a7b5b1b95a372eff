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
 * The names of the queries in `later-operations.ts` that read courses. This file imports only the types of these
 * queries, so that the browser can load their code later.
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
