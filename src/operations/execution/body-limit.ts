import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { defaultMaxBodyBytes, inputArgumentName, type OperationSettings, readOperationSettings } from '../operation.ts'

type Variables = Readonly<Record<string, unknown>> | null | undefined

/** Returns the root fields of an operation, including those in fragments. The document must be valid. */
function rootFieldsOf({ definitions }: DocumentNode, { selectionSet }: OperationDefinitionNode): FieldNode[] {
  const visited = new Set<string>()
  const fieldsOf = (set: SelectionSetNode): FieldNode[] =>
    set.selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection]
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet)
      const { value: name } = selection.name
      if (visited.has(name)) return []
      visited.add(name)
      return definitions.flatMap((one) =>
        one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === name ? fieldsOf(one.selectionSet) : [],
      )
    })
  return fieldsOf(selectionSet)
}

/** Returns whether the argument `input` of a root field contains the input field `name`. */
function hasInputField(field: FieldNode, name: string, variables: Variables): boolean {
  const value = field.arguments?.find((argument) => argument.name.value === inputArgumentName)?.value
  if (value?.kind === Kind.OBJECT) return value.fields.some((inputField) => inputField.name.value === name)
  const sent = value?.kind === Kind.VARIABLE ? variables?.[value.name.value] : undefined
  return typeof sent === 'object' && sent !== null && Object.hasOwn(sent, name)
}

function limitOf(field: FieldNode, settings: OperationSettings | undefined, variables: Variables): number {
  const { maxBodyBytes = defaultMaxBodyBytes, largeBodyField } = settings ?? {}
  return largeBodyField === undefined || hasInputField(field, largeBodyField, variables)
    ? maxBodyBytes
    : defaultMaxBodyBytes
}

/**
 * Returns the maximum size of the body of a GraphQL request, in bytes. If the request selects several root fields, the
 * smallest of their limits applies.
 */
export function getMaxBodyBytesOfRequest(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {}
  const limits = rootFieldsOf(document, operation).flatMap((node) => {
    const field = fields[node.name.value]
    return field ? limitOf(node, readOperationSettings(field), variables) : []
  })
  return limits.length > 0 ? Math.min(...limits) : defaultMaxBodyBytes
}
