import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type InputShapeFromFields,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core'
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql'
import { makeUuidV7 } from '../platform/uuid.ts'
import { precomputeFieldComplexity } from './complexity.ts'
import type { GraphQLContext } from './context.ts'
import { idempotencyKeyArgumentName, idempotencyKeyArgumentOptions, runOncePerIdempotencyKey } from './idempotency.ts'
import { readOperationSettings } from './operation.ts'
import { limitStoredBytes } from './storage/limited-sql.ts'

/** Ends the turn of an expensive call, so that the next waiting call of the workspace can run. */
type EndTurn = () => void

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      operation: OperationPlugin
    }

    export interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /**
       * Waits until the call gets its turn, because a workspace may run only a few expensive calls at once. Returns the
       * function that ends the turn after the call has run.
       */
      waitForTurn?: (args: InputShapeFromFields<Args>, context: Types['Context']) => Promise<EndTurn | undefined>
    }
  }
}

type Field = PothosOutputFieldConfig<SchemaTypes>
type Resolver = GraphQLFieldResolver<unknown, object, object>

const idempotencyKeyOf = ({ name, parentType }: Field): PothosInputFieldConfig<SchemaTypes> => ({
  ...idempotencyKeyArgumentOptions,
  kind: 'Arg',
  graphqlKind: 'Arg',
  name: idempotencyKeyArgumentName,
  parentField: name,
  parentType,
  type: { kind: 'Scalar', ref: 'String', required: false },
  pothosOptions: { ...idempotencyKeyArgumentOptions, type: 'String' },
})

/**
 * The Pothos plug-in for operations. It handles Idempotency-Keys, makes expensive calls wait until they may run, limits
 * what workspaces store, and precomputes the complexity of fields.
 */
class OperationPlugin extends BasePlugin<SchemaTypes> {
  override onOutputFieldConfig(field: Field): Field {
    if (!readOperationSettings(field)?.idempotent) return field
    return { ...field, args: { idempotencyKey: idempotencyKeyOf(field), ...field.args } }
  }

  override wrapResolve(resolve: Resolver, field: Field): Resolver {
    const settings = readOperationSettings(field)
    const once = settings?.idempotent === true ? makeIdempotentResolver(field.name, resolve) : resolve
    const writesContent = field.parentType === 'Mutation' && settings?.access.startsWith('courses:')
    const limited = writesContent ? makeStorageLimitedResolver(once) : once
    const named = field.parentType === 'Mutation' ? makeNamedResolver(field.name, limited) : limited
    const { waitForTurn } = field.pothosOptions
    // `once` opens the transaction of a call with an Idempotency-Key. This must happen after the wait.
    return waitForTurn ? makeWaitingResolver(waitForTurn, named) : named
  }

  override wrapSubscribe(subscribe: Resolver | undefined, field: Field): Resolver | undefined {
    return subscribe && makeNamedResolver(field.name, subscribe)
  }

  override afterBuild(schema: GraphQLSchema): GraphQLSchema {
    precomputeFieldComplexity(schema)
    return schema
  }
}

const makeIdempotentResolver =
  (operation: string, resolve: Resolver): Resolver =>
  (root, args, context, info) =>
    runOncePerIdempotencyKey(operation, args, context as GraphQLContext, (inner) => resolve(root, args, inner, info))

/** Makes a resolver whose context contains the operation. */
const makeNamedResolver =
  (name: string, resolve: Resolver): Resolver =>
  (root, args, context, info) =>
    resolve(root, args, { ...context, operation: { name, runId: makeUuidV7() } }, info)

/** Makes a resolver whose writes through `context.db.sql` fail if the workspace has no room for them. */
const makeStorageLimitedResolver =
  (resolve: Resolver): Resolver =>
  (root, args, context, info) => {
    const { db } = context as GraphQLContext
    const sql = limitStoredBytes(context as GraphQLContext)
    return resolve(root, args, { ...context, db: { ...db, sql } }, info)
  }

const makeWaitingResolver =
  (waitForTurn: NonNullable<Field['pothosOptions']['waitForTurn']>, resolve: Resolver): Resolver =>
  async (root, args, context, info) => {
    const endTurn = await waitForTurn(args as Record<string, unknown>, context)
    try {
      return await resolve(root, args, context, info)
    } finally {
      endTurn?.()
    }
  }

export const operationPluginName = 'operation'
// Tests load this module several times in one process, and each time it registers the plug-in.
// Without this setting, the second registration would throw an error.
SchemaBuilder.allowPluginReRegistration = true
SchemaBuilder.registerPlugin(operationPluginName, OperationPlugin)
