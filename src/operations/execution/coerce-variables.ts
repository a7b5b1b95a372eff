import type { Plugin } from '@envelop/core'
import { type ExecutionArgs, getOperationAST } from 'graphql'
import type { GraphQLContext } from '../context.ts'
import { coerceVariables, type VariableValues } from './variables.ts'

type Coerced = ReturnType<typeof coerceVariables>

/**
 * Returns the coerced variables, or the error for invalid variables. Returns undefined if the document does not contain
 * the requested operation.
 */
function coercedFor({
  schema,
  document,
  operationName,
  variableValues,
  contextValue,
}: ExecutionArgs): Coerced | undefined {
  const operation = getOperationAST(document, operationName)
  const { api, memberOptions } = contextValue as GraphQLContext
  return operation ? coerceVariables(schema, operation, variableValues, { api, ...memberOptions }) : undefined
}

/** Returns the variables that the plug-in `useEarlyVariableCoercion` has coerced. */
export const getCoercedVariables = ({ contextValue }: ExecutionArgs): VariableValues | undefined =>
  (contextValue as GraphQLContext).notes.variables

/**
 * Coerces the variables of each operation before other plug-ins run. Invalid variables stop the execution. graphql-js
 * coerces the variables again, so it gets the coerced values, which it does not change.
 */
export const useEarlyVariableCoercion = (): Plugin<GraphQLContext> => ({
  onExecute({ args, executeFn, setExecuteFn, setResultAndStopExecution }) {
    const coerced = coercedFor(args as ExecutionArgs)
    if (!coerced) return
    if ('error' in coerced) return setResultAndStopExecution({ errors: [coerced.error] })
    // Envelop copies `args`, so the coerced variables are stored in the context.
    // A WeakMap would keep the variables in memory until a full garbage collection.
    const context = args.contextValue as GraphQLContext
    context.notes.variables = coerced.values
    setExecuteFn((passed) => executeFn({ ...passed, variableValues: coerced.values }))
  },
  onSubscribe({ args, subscribeFn, setSubscribeFn, setResultAndStopExecution }) {
    const coerced = coercedFor(args as ExecutionArgs)
    if (!coerced) return
    if ('error' in coerced) return setResultAndStopExecution({ errors: [coerced.error] })
    setSubscribeFn((passed) => subscribeFn({ ...passed, variableValues: coerced.values }))
  },
})
