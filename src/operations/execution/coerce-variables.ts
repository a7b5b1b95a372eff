import type { Plugin } from '@envelop/core'
import { type ExecutionArgs, getOperationAST } from 'graphql'
import type { GraphQLContext } from '../context.ts'
import { coerceVariables, type VariableValues } from './variables.ts'

type Coerced = ReturnType<typeof coerceVariables>

/**
 * Returns the coerced variables, or the error for invalid variables. Returns undefined if the document does not contain
 * the requested operation.
 */
function coercedFor({ schema, document, operationName, variableValues }: ExecutionArgs): Coerced | undefined {
  const operation = getOperationAST(document, operationName)
  return operation ? coerceVariables(schema, operation, variableValues) : undefined
}

/** Returns the variables that the plug-in `useEarlyVariableCoercion` has coerced. */
export const getCoercedVariables = ({ contextValue }: ExecutionArgs): VariableValues | undefined =>
  (contextValue as GraphQLContext).notes.variables

/** Coerces the variables of each operation before other plug-ins run. Invalid variables stop the execution. */
export const useEarlyVariableCoercion = (): Plugin<GraphQLContext> => ({
  onExecute({ args, setResultAndStopExecution }) {
    const coerced = coercedFor(args as ExecutionArgs)
    if (!coerced) return
    if ('error' in coerced) return setResultAndStopExecution({ errors: [coerced.error] })
    // Envelop copies `args`, so the coerced variables are stored in the context.
    // A WeakMap would keep the variables in memory until a full garbage collection.
    const context = args.contextValue as GraphQLContext
    context.notes.variables = coerced.values
  },
  onSubscribe({ args, setResultAndStopExecution }) {
    const coerced = coercedFor(args as ExecutionArgs)
    if (coerced && 'error' in coerced) setResultAndStopExecution({ errors: [coerced.error] })
  },
})
