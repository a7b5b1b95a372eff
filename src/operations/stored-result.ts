import { disabledOptimizations } from '../platform/fast.ts'
import type { GraphQLContext } from './context.ts'

/**
 * Whether a resolver may note its whole result as JSON text in `notes.storedResult` and return null. REST then sends the
 * text, so that nobody parses it, executes its fields and serializes it again. A REST request always selects all fields
 * that REST shows; a GraphQL request selects some.
 */
export const acceptsStoredResult = ({ api }: Pick<GraphQLContext, 'api'>) =>
  api === 'rest' && !disabledOptimizations.has('storedResult')
