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
 * Whether a document has a variable inside a literal object or list, such as `input: { name: $name }`. Such a document
 * is not compiled, because graphql-jit makes two mistakes. If the client does not send the variable, it sets the entry
 * to null. In the literal of a custom scalar, such as JSONObject, it loses the variables.
 */
export function hasVariableInLiteral(document: DocumentNode): boolean {
  let found = false
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
