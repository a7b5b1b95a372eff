import type { CacheModel } from './graphql-model.ts'

const print = (value: unknown) => JSON.stringify(value, null, 2)

/** Returns the text of `src/graphql-schema.ts`. */
export const makeGraphqlFile = (model: CacheModel) => `// Made from schema.graphql by \`npm run sdk\`. Do not edit.
type Names = Readonly<Record<string, readonly string[]>>

/** The types of records without \`id\`, with the fields that identify a record. */
export const identifyingFields: Names = ${print(model.identifyingFields)}

/** The types that are parts of a record or of a query, and have no identity of their own. */
export const partTypes: readonly string[] = ${print(model.parts)}

/** The parts of records that name something else, with the fields that say what. */
export const replacedParts: Names = ${print(model.replacedParts)}

/** The fields that list objects, by type. */
export const listFields: Names = ${print(model.lists)}

/** The Relay connections of the type \`Query\`, with the arguments that choose the list. */
export const connections: Names = ${print(model.connections)}

/** The mutations that delete a record that is stored by its \`id\`, with the type of the record. */
export const deletions: Readonly<Record<string, string>> = ${print(model.deletions)}

/** The types of each interface and union. */
export const possibleTypes: Record<string, string[]> = ${print(model.possibleTypes)}
`
