import type { LookupFunction } from 'node:net'
import { makeDnsLookupWithAddressCheck } from '../../checks/links/lookup.ts'
import { isPublicIpAddress } from '../../checks/links/request-policy.ts'

/** Which servers files are imported from. */
export type ImportPolicy = {
  allowsAddress(address: string): boolean
  allowsPort(port: string): boolean
  lookup: LookupFunction
  /** The certificate authority of the servers, in PEM. Default: those of Node.js. */
  ca?: string
}

/** Allows the default port of HTTPS on the public Internet. */
export const publicImportPolicy: ImportPolicy = {
  allowsAddress: isPublicIpAddress,
  allowsPort: (port) => port === '',
  lookup: makeDnsLookupWithAddressCheck({ allowsAddress: isPublicIpAddress, allowsPort: (port) => port === '' }),
}
