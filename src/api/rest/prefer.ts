import type { Exchange } from '../../http/exchange.ts'
import type { Route } from './routes.ts'

/** The preference that a client sends if only the documented shape of content is to be accepted (RFC 7240, section 4.4). */
const strictHandling = 'handling=strict'

/** Returns the preferences in a header `Prefer`, without their parameters, in lower case and without quotation marks. */
const parsePreferences = (header: string): string[] =>
  header.split(',').map((preference) => preference.split(';', 1)[0]!.replaceAll(/[\s"]/g, '').toLowerCase())

/**
 * Returns whether the client prefers strict handling of content, on a route that writes content. The first preference of
 * a name counts. The response then has the header `Preference-Applied`.
 */
export function isStrictHandlingPreferred({ req, headers }: Exchange, { rest }: Pick<Route, 'rest'>): boolean {
  if (!rest.findWarnings) return false
  headers.Vary = `${headers.Vary}, Prefer`
  if (req.headers.prefer === undefined) return false
  const sent = [req.headers.prefer].flat().join(',')
  const preference = parsePreferences(sent).find((one) => one.startsWith('handling='))
  const isStrict = preference === strictHandling
  if (isStrict) headers['Preference-Applied'] = strictHandling
  return isStrict
}
