import { hash } from 'node:crypto'
import type { BoundSqlStatement, SqlStatement, SqlStatementOptions } from './statement.ts'

/** Adds a parameter to a SQL statement. Returns the placeholder of its value, such as `$3`. */
export type BindValue = (value: unknown) => string

const listsOfSamples: (() => readonly BoundSqlStatement[])[] = []

/** Returns the sample statements of all composers that the modules loaded so far have defined, each text once. */
export const listSampleSqlStatements = (): readonly SqlStatement<unknown>[] => [
  ...new Map(listsOfSamples.flatMap((list) => list().map(([statement]) => [statement.name, statement]))).values(),
]

/**
 * Defines a function that composes a SQL statement from the parts that a request needs. PostgreSQL plans each text for
 * itself, so that it can use another index for other filters. The name of a statement is `name` and a hash of its text.
 * A connection keeps only the last `maxComposedStatements` of these statements prepared.
 */
export function defineSqlComposer<Request, Row>(
  name: string,
  /** Returns the text of the statement for a request. Values of the request may be in the text only as parameters. */
  compose: (request: Request, bind: BindValue) => string,
  /** Requests whose statements have every part of a text at least once. The tests of all statements read them. */
  samples: () => readonly Request[],
  options?: SqlStatementOptions,
): (request: Request) => BoundSqlStatement<Row> {
  const composeStatement = (request: Request): BoundSqlStatement<Row> => {
    const values: unknown[] = []
    const text = compose(request, (value) => `$${values.push(value)}`)
    return [{ name: `${name}_${hash('sha1', text)}`, text, composer: name, ...options }, values]
  }
  listsOfSamples.push(() => samples().map(composeStatement))
  return composeStatement
}
