import { stringify } from 'yaml'
import type { Endpoint } from '../../../http/exchange.ts'
import { makeSingleRouteEndpoint } from '../../../http/single-route-endpoint.ts'
import { makeLazyStaticAsset, sendStaticAsset } from '../../../http/static-asset.ts'
import type { OperationCatalogue } from '../../../operations/catalogue.ts'
import { makeOpenapiDocument } from './document.ts'

/** Formats an OpenAPI document as YAML 1.2. The YAML repeats shared objects, because few tools resolve YAML aliases. */
const formatOpenapiYaml = (document: object): string => stringify(document, { aliasDuplicateObjects: false })

/** Makes the endpoints of the OpenAPI document, as JSON and as YAML. */
export function makeOpenapiEndpoints(catalogue: OperationCatalogue, publicUrl?: string): [path: string, Endpoint][] {
  const document = () => makeOpenapiDocument(catalogue, publicUrl)
  const json = makeLazyStaticAsset('application/json; charset=utf-8', () => JSON.stringify(document()))
  const yaml = makeLazyStaticAsset('application/yaml; charset=utf-8', () => formatOpenapiYaml(document()))
  const formats = [
    ['/api/v1/openapi.json', json],
    ['/api/v1/openapi.yaml', yaml],
  ] as const
  return formats.map(([path, asset]) => [
    path,
    makeSingleRouteEndpoint(path, (exchange) => sendStaticAsset(exchange, asset), { isAuthenticatedAndCounted: true }),
  ])
}
