import { BREAK, type DocumentNode, type ListValueNode, type ObjectValueNode, visit } from 'graphql'

/**
 * Whether a document contains the name `__proto__`. Such a document is not compiled, because the name would set a
 * prototype in the generated code.
 */
export function containsProtoName(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    Name: ({ value }) => {
      if (value === '__proto__') found = true
    },
  })
  return found
}

/**
 * Whether a document has a variable inside a literal, such as `{ name: $name }`. graphql-jit handles such a variable
 * incorrectly.
 */
export function hasVariableInLiteral(document: DocumentNode): boolean {
  let found = false
  // graphql-jit sets missing variables to null, and loses variables in literals of custom scalars such as JSONObject.
  const findVariable = (literal: ListValueNode | ObjectValueNode) => {
    visit(literal, {
      Variable: () => {
        found = true
        return BREAK
      },
    })
    return found ? BREAK : false
  }
  visit(document, { ObjectValue: findVariable, ListValue: findVariable })
  return found
}
