import type { OperationModel } from './operation-model.ts'

/** The types of the path parameters that name a record: its identifier, or the record itself. */
const referenceTypes: Record<string, string> = {
  courseId: 'CourseReference',
  moduleId: 'ModuleReference',
  lessonId: 'LessonReference',
  blockId: 'BlockReference',
  keyId: 'ApiKeyReference',
  assetId: 'IdReference',
  trashId: 'IdReference',
  previewLinkId: 'IdReference',
  number: 'number',
}

/** The arguments that name a record by its path parameters. Releases have an overload that takes the release itself. */
const releaseParameters = ['courseId', 'number'].join()

const referenceName = (parameter: string) => parameter.replace(/^(course|module|lesson|block)Id$/, '$1')

function makeSignature(operation: OperationModel, references: readonly string[]): string {
  const { name, query, body, list, result, path, method, version } = operation
  const options = version ? 'ChangeOptions' : operation.takesIdempotencyKey ? 'WriteOptions' : 'RequestOptions'
  const queryType = `${list === 'page' ? 'ListQuery' : 'Query'}<'${path}', '${method.toLowerCase()}'>`
  const parameters = [
    ...references,
    ...(body ? [`body${body.isRequired ? '' : '?'}: ${body.type ?? 'Bytes'}`] : []),
    ...(query ? [`query${query.isRequired ? '' : '?'}: ${queryType}`] : []),
    `options?: ${options}`,
  ]
  const type = list === 'page' ? `List<${result}>` : `Promise<${result}${list === 'array' ? '[]' : ''}>`
  return `    ${name}(${parameters.join(', ')}): ${type}`
}

function makeMember(operation: OperationModel): string {
  const { description, pathParameters } = operation
  const references = pathParameters.map(
    (parameter) => `${referenceName(parameter)}: ${referenceTypes[parameter] ?? 'string'}`,
  )
  const signatures = [makeSignature(operation, references)]
  if (pathParameters.join() === releaseParameters)
    signatures.push(makeSignature(operation, ['release: ReleaseReference']))
  return [`    /** ${description.replaceAll('*/', '*\\/')} */`, ...signatures].join('\n')
}

function makeEntry({ name, method, path, query, body, list, version }: OperationModel): string {
  const entries = [
    `method: '${method}'`,
    `path: '${path}'`,
    ...(body ? [body.type ? 'body: true' : `body: 'bytes'`] : []),
    ...(query ? ['query: true'] : []),
    ...(list === 'page' ? ['list: true'] : []),
    ...(version ? [`version: '${version}'`] : []),
  ]
  return `    ${name}: { ${entries.join(', ')} },`
}

const byGroup = (operations: readonly OperationModel[], print: (operation: OperationModel) => string) =>
  [...Map.groupBy(operations, ({ group }) => group)].map(([group, members]) => ({
    group,
    lines: members.map(print).join('\n'),
  }))

/** Returns the text of `src/operations.ts`. */
export function makeOperationsFile(operations: readonly OperationModel[]): string {
  const types = new Set(operations.flatMap(({ result, body }) => [result, ...(body?.type ? [body.type] : [])]))
  const entries = byGroup(operations, makeEntry).map(({ group, lines }) => `  ${group}: {\n${lines}\n  },`)
  const members = byGroup(operations, makeMember).map(({ group, lines }) => `  ${group}: {\n${lines}\n  }`)
  return `// Made from the OpenAPI document by \`npm run sdk\`. Do not edit.
import type { ${[...types].toSorted().join(', ')} } from './api.ts'
import type { List } from './list.ts'
import type { Bytes, ListQuery, Query } from './operation-types.ts'
import type { ChangeOptions, RequestOptions, WriteOptions } from './request-options.ts'
import type { ${[...new Set(Object.values(referenceTypes))]
    .filter((type) => type !== 'number')
    .concat('ReleaseReference')
    .toSorted()
    .join(', ')} } from './references.ts'

/** The HTTP request of each method of the client. */
export const operations = {
${entries.join('\n')}
} as const

/** The methods of the client, one for each operation of the API. */
export interface Methods {
${members.join('\n')}
}
`
}
