import { buildSchema, findBreakingChanges } from 'graphql'
import type { BreakingChange } from './openapi.ts'

/** The name at the beginning of a change that graphql-js describes, such as `Course.name` or `CourseInput`. */
const firstName = (description: string) => /[A-Z]\w*(\.\w+)?/.exec(description)?.[0] ?? description

/** Finds breaking changes between two GraphQL schemas in the schema definition language. */
export const findGraphqlChanges = (before: string, after: string): BreakingChange[] =>
  findBreakingChanges(buildSchema(before), buildSchema(after)).map(({ description }) => ({
    place: firstName(description),
    text: description.replace(/\.$/, ''),
  }))
