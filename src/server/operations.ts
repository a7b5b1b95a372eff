import { makeOperationCatalogue } from '../operations/catalogue.ts'
import { makeOperationDocumentGenerator } from '../operations/document.ts'
import { graphqlSchema } from './schema.ts'

/** The operations of the service, which REST, MCP, OpenAPI and the documentation show. */
export const operationCatalogue = makeOperationCatalogue(graphqlSchema)

/** Generates the GraphQL documents that REST and MCP run. */
export const operationDocumentGenerator = makeOperationDocumentGenerator(operationCatalogue)
