import type { IncomingMessage } from 'node:http'
import { parseIfMatchVersions } from '../../../src/api/rest/if-match.ts'
import { findAcceptedEncodings } from '../../../src/http/compression.ts'
import { findMatchingEtag, parseEtags } from '../../../src/http/etag.ts'
import { getOrGenerateRequestId } from '../../../src/http/exchange.ts'
import { readCredential } from '../../../src/http/pipeline/credentials.ts'
import { assertLoopbackClient } from '../../../src/http/pipeline/loopback-only.ts'
import { getIpAddressGroup, parseForwardedAddress } from '../../../src/platform/limits/ip-address.ts'
import { between, orRefusal, repeat, repeats, row } from './row.ts'
import { testLinearTime } from './run.ts'

const requestWith = (headers: Record<string, string>) =>
  ({
    headers,
    rawHeaders: Object.entries(headers).flat(),
    socket: { remoteAddress: '127.0.0.1' },
  }) as unknown as IncomingMessage

const tags = {
  ...repeats('"v1", ', 'W/"v1",', ',', '\t ', '"', '""', '"v1" '),
  'white space after a tag': between('"v1"', '\t', 'x'),
  'a tag that does not end': between('"', 'a', ''),
}
const addresses = {
  ...repeats('1.', '1:', '[', '::', ':'),
  'a port that does not end': between('1.1.1.1:', '1', 'x'),
  'a bracket that does not close': between('[', '1', ''),
}

/** Headers. Node takes at most 16 KB of them; here they are longer, so that their time can be measured. */
testLinearTime([
  row({ name: 'parseEtags', run: parseEtags, inputs: tags }),
  row({ name: 'findMatchingEtag', run: (header: string) => findMatchingEtag(header, '"v2"'), inputs: tags }),
  row({ name: 'versionsIn (If-Match)', run: orRefusal(parseIfMatchVersions), inputs: tags }),
  row({
    name: 'acceptedEncodings (Accept-Encoding)',
    run: (header: string) => findAcceptedEncodings({ 'accept-encoding': header }, ['br', 'gzip', 'identity']),
    inputs: repeats('gzip,', 'gzip;q=0,', ';', ' ', 'gzip;q=0.1;', '*, ', 'a'),
  }),
  row({
    name: 'readCredential (Authorization)',
    run: (authorization: string) => readCredential(requestWith({ authorization })),
    inputs: {
      spaces: between('Bearer ', ' ', 'é'),
      'a key with spaces after it': between('Bearer a', ' ', 'é'),
      'a long key': between('Bearer ', 'a', ' é'),
      dots: between('Bearer ', '.', ''),
    },
  }),
  row({
    name: 'readCredential (many headers)',
    run: readCredential,
    inputs: {
      'other headers': (size) => ({
        ...requestWith({ authorization: 'Bearer a' }),
        rawHeaders: Array<string>(size).fill('authorizatiom'),
      }),
    },
  }),
  row({
    name: 'getOrGenerateRequestId (X-Request-Id)',
    run: (id: string) => getOrGenerateRequestId(requestWith({ 'x-request-id': id })),
    inputs: repeats('a', ' '),
  }),
  row({
    name: 'mustBeLoopback (X-Forwarded-For)',
    run: orRefusal((header: string) =>
      assertLoopbackClient({ req: requestWith({ 'x-forwarded-for': header }) } as Parameters<
        typeof assertLoopbackClient
      >[0]),
    ),
    inputs: { ...repeats('127.0.0.1,', ',', ' '), 'one address': repeat('1.') },
  }),
  row({ name: 'parseForwardedAddress', run: parseForwardedAddress, inputs: addresses }),
  row({ name: 'addressGroup', run: getIpAddressGroup, inputs: addresses }),
])
