import type { Exchange } from '../../http/exchange.ts'
import type { IncludableList } from '../../operations/catalogue.ts'
import { findMeaningOrKeep, indexNames } from '../../operations/tolerances.ts'
import { makeInvalidRequestError } from '../../platform/errors.ts'
import type { Route } from './routes.ts'

/** The query parameter that adds lists of records to a result. */
export const includeParameterName = 'include'

/**
 * Returns the lists that the query parameter `include` names, separated by commas.
 * @throws ApiError `invalid_request` for an unknown or repeated name
 */
export function parseIncludeParameter({ query }: Exchange, { includable }: Route): readonly IncludableList[] {
  if (includable.length === 0 || query === '') return []
  const sent = new URLSearchParams(query).get(includeParameterName)
  if (sent === null) return []
  const known = includable.map(({ name }) => name)
  const names = sent.split(',').map((name) => findMeaningOrKeep('enum', 'rest', name, { names: indexNames(known) }))
  const lists = includable.filter(({ name }) => names.includes(name))
  if (lists.length === names.length) return lists
  throw makeInvalidRequestError([{ path: includeParameterName, message: `must be one of ${known.join(', ')}` }])
}
