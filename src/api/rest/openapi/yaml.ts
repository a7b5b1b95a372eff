import { stringify } from 'yaml'

/** Formats an OpenAPI document as YAML 1.2. The YAML repeats shared objects, because few tools resolve YAML aliases. */
export const formatOpenapiYaml = (document: object): string => stringify(document, { aliasDuplicateObjects: false })
