import type { ExecuteFunction, Plugin } from '@envelop/core'
import { type ExecutionArgs, type ExecutionResult, getOperationAST, type OperationDefinitionNode } from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Logger } from 'pino'
import { disabledOptimizations } from '../../platform/optimizations.ts'
import type { GraphQLContext } from '../context.ts'
import { getCoercedVariables } from './coerce-variables.ts'
import { makeCompilableOperation } from './compilable.ts'
import { hasIntrospectionField } from './plugins.ts'
import { containsProtoName, hasVariableInLiteral } from './uncompilable.ts'

/**
 * An operation is compiled after this many executions without errors. Compiling an operation that always fails saves
 * nothing.
 */
const usesBefore = 2

type Compiled = CompiledQuery['query'] | false

/**
 * How often each operation was executed without errors. The keys are AST nodes. An uncached document gets new AST nodes
 * for each request, so its operations are never compiled.
 */
const uses = new WeakMap<OperationDefinitionNode, number>()
const compiledOperations = new WeakMap<OperationDefinitionNode, Compiled>()

function compile({ schema, document, operationName }: ExecutionArgs, operation: OperationDefinitionNode): Compiled {
  const compilable = makeCompilableOperation(schema, document, operation)
  // A compiled introspection query would describe graphql-jit's changed copy of the schema.
  if (!compilable || containsProtoName(document) || hasIntrospectionField(document) || hasVariableInLiteral(document))
    return false
  // Values from the database already have the right types, so graphql-jit need not serialize scalars.
  const options = { disableLeafSerialization: true, disablingCapturingStackErrors: true }
  const made = compileQuery(compilable.schema, compilable.document, operationName ?? undefined, options)
  return isCompiledQuery(made) && made.query
}

function compiledOf(args: ExecutionArgs, operation: OperationDefinitionNode): Compiled {
  if (disabledOptimizations.has('compiled')) return false
  const found = compiledOperations.get(operation)
  if (found !== undefined) return found
  if ((uses.get(operation) ?? 0) < usesBefore) return false
  const made = compile(args, operation)
  compiledOperations.set(operation, made)
  return made
}

/**
 * Compiles operations with graphql-jit after two executions without errors. The results are the same with and without
 * compilation.
 */
export const useCompiledOperations = (log: Logger): Plugin<GraphQLContext> => ({
  onExecute: ({ executeFn, setExecuteFn }) => {
    // A plug-in that runs after this hook can replace the document, so `execute` reads the document from `args`.
    const execute = async (args: ExecutionArgs): Promise<ExecutionResult> => {
      const operation = getOperationAST(args.document, args.operationName)
      const values = getCoercedVariables(args)
      if (!operation || !values) return executeFn(args)
      const compiled = compiledOf(args, operation)
      if (log.isLevelEnabled('debug')) {
        const executor = compiled ? 'graphql-jit' : 'graphql-js'
        const context = args.contextValue as GraphQLContext
        context.log().debug({ executor }, 'operation')
      }
      if (!compiled) {
        const result: ExecutionResult = await executeFn(args)
        if (!result.errors) uses.set(operation, (uses.get(operation) ?? 0) + 1)
        return result
      }
      const { data, errors } = await compiled(args.rootValue, args.contextValue, values)
      return errors ? { errors, data } : { data }
    }
    setExecuteFn(execute as ExecuteFunction)
  },
})
