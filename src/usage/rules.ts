import { invalid } from '../errors.ts'

const maxDays = 92

/**
 * A time to look at: at most 92 days, so that an answer has a bounded size.
 * @throws ApiError `invalid_request`
 */
export function mustBeRange(from: Date, to: Date): void {
  if (to <= from) throw invalid([{ path: 'to', message: 'must be after from' }])
  if (to.getTime() - from.getTime() > maxDays * 86_400_000)
    throw invalid([{ path: 'to', message: `must be at most ${maxDays} days after from` }])
}
