/**
 * The tests that show each promise of `docs/security.md`, by the first cell of its row: a file, and titles of tests in it.
 */
export const securityTests: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'API1 Broken object level authorization': {
    'test/api/rest/refusals.test.ts': [
      'says the same of what is not there, what cannot be and what is somebody else’s, and touches nothing',
    ],
    'test/api/mcp/tools.test.ts': ['finds nothing, changes nothing, and cannot tell what is there from what is not'],
    'test/api/mcp/resources.test.ts': ['not found by another workspace'],
  },
  'API2 Broken authentication': {
    'test/keys/keys.test.ts': ['only the hash of a key is stored'],
    'test/identity/revocation.test.ts': ['a revoked key is refused on the next request, in every process'],
    'test/identity/key-lookup.test.ts': [
      'a key that is revoked during its lookup is refused on the next request, before and after the lookup ends',
    ],
    'test/identity/id-token.test.ts': ['a token %s is refused'],
    'test/api/mcp/access-tokens.test.ts': ['is no credential of REST or GraphQL'],
    'test/identity/credentials.test.ts': ['an unusable credential is refused with 401 and a challenge by every API'],
  },
  'API2, brute force': {
    'test/identity/rate-limit-anonymous.test.ts': [
      'an invented key counts against its address, and beyond the limit causes few lookups',
    ],
    'test/attack/identity.test.ts': ['wrong master keys and wrong metrics tokens count against their address'],
  },
  'API3 Broken object property level authorization': {
    'test/api/rest/refusals.test.ts': ['names a field that it does not know'],
    'test/keys/keys.test.ts': ['a new key is shown once, and its Location is that of the key'],
    'test/api/rest/bodies.test.ts': ['a member named __proto__ is a field like any other'],
  },
  'API4 Unrestricted resource consumption': {
    'test/identity/rate-limit-headers.test.ts': [
      'beyond the limit every API answers 429 with Retry-After in whole seconds',
    ],
    'test/platform/limits/tenant-limiter.test.ts': [
      'a tenant beyond its part is refused with 429 and the reason, while others are served',
    ],
    'test/platform/limits/memory.test.ts': ['the number of counters in memory is bounded, and the oldest are dropped'],
    'test/attack/documents.test.ts': [
      'a process with a heap of 160 MB survives documents of every kind, with and without a key',
      'one workspace fills at most half of the document cache',
    ],
    'test/attack/slow-clients.test.ts': [
      'a workspace may send two bodies of 16 MB at once; for a third one it alone gets 429 with the reason',
      'a client that reads no responses is refused more of them, others are served, and the memory is released',
      'callers without a credential can use only a part of the memory for responses',
    ],
    'test/attack/small-chunks.test.ts': ['bodies in chunks of one byte do not fill a heap of 256 MB'],
    'test/http/overload/overload.test.ts': [
      'clients are told apart by their workspace or address, and not by a credential that nobody knows',
    ],
    'test/reader/reader.test.ts': ['forms that do not arrive completely keep no other reader waiting'],
    'test/attack/stalled.test.ts': [
      'event streams are limited by workspace and in all',
      'a request body that stops arriving gets 408, and its connection is closed',
    ],
    'test/attack/sockets.test.ts': [
      'connections are limited by address and in all, a refused one gets 503, and a closed one makes room',
    ],
    'test/attack/pipelining.test.ts': [
      'a connection with more than ten unanswered requests is closed, and the others are not even parsed',
    ],
    'test/attack/searches.test.ts': ['sends 40 searches at once after a large write, another one is served'],
    'test/attack/database-away.test.ts': [
      'a workspace holds at most half of the connections; beyond that it alone waits and gets 429 with the reason',
    ],
    'test/attack/linear-time/run.ts': ['an input of double size takes $name less than three times as long'],
    'test/attack/linear-time/generated.test.ts': ['a text of double size takes $name less than 3.3 times as long'],
    'test/attack/reading-size.test.ts': ['a reading renders no more blocks once maxChars is used up'],
    'test/attack/stored-size.test.ts': [
      'a process with a heap of 256 MB survives reads, copies and changes of courses of any size',
    ],
    'test/courses/tree/course-size.test.ts': [
      'requests on the whole tree let a course grow to its bound, and not further',
    ],
    'test/api/graphql/limits.test.ts': ['what would take a parser or a validator very long is refused at once'],
    'test/api/rest/bodies.test.ts': ['a body of 1 MB is read, one byte more is 413'],
    'test/ai/provider.test.ts': ['concurrent generations never exceed the daily budget'],
  },
  'API5 Broken function level authorization': {
    'test/schema.test.ts': ['every root field says who may call it: a scope, or a kind of caller'],
    'test/api/rest/refusals.test.ts': ['%s needs its scope'],
    'test/api/graphql/refusals.test.ts': ['an operation is refused without the access that it declares'],
    'test/api/mcp/auth.test.ts': ['is no key of REST or GraphQL'],
  },
  'API6 Unrestricted access to sensitive business flows': {
    'test/ai/provider.test.ts': ['a key runs two generations at the same time and no third'],
  },
  'API7 Server side request forgery': {
    'test/checks/links.test.ts': [
      'a link into the network of the service is not requested',
      'a name is requested if it resolves to an allowed address, and on no port if it resolves to a private one',
      'no address of a private network, of this host or of another special range is public',
    ],
    'test/identity/id-token.test.ts': ['that brings its own key'],
    'test/identity/provider-keys.test.ts': ['a provider response of more than a megabyte is refused'],
  },
  'API8 Security misconfiguration': {
    'test/platform/config.test.ts': ['an invalid value is reported with the name of its variable'],
    'test/operations/masking.test.ts': ['when %s, clients see an internal error without details'],
    'test/http/pipeline/cors.test.ts': ['without configured origins no page may read responses'],
    'test/http/metrics/endpoint.test.ts': ['METRICS_PORT requires the token if other machines can reach it'],
    'test/identity/development.test.ts': ['development sign-in refuses every step to other machines'],
    'test/http/compression.test.ts': ['API responses have headers for caching and content security'],
    'test/http/pipeline/requests.test.ts': [
      'responses have Strict-Transport-Security if a trusted proxy reports HTTPS',
    ],
    'test/attack/identity.test.ts': ['no request header can add a header to the response'],
  },
  'API9 Improper inventory management': {
    'test/api/rest/openapi.test.ts': [
      'the routes are those of the snapshot',
      'an answer that the document does not declare is found out',
    ],
    'test/api/graphql/introspection.test.ts': ['in production callers without a credential cannot read the schema'],
  },
  'API10 Unsafe consumption of APIs': {
    'test/ai/markdown.test.ts': [
      'no text has active markup on a page, whether it is cleaned or not, as text, question or option',
    ],
    'test/ai/provider.test.ts': ['a provider that never answers is a timeout'],
    'test/identity/provider-keys.test.ts': ['tokens with unknown key ids cause at most one download per second'],
    'test/identity/id-token.test.ts': [
      'if the provider %s, sign-in is refused with 503 and the log contains the reason',
    ],
    'test/attack/rendering.test.ts': ['no Markdown runs script', 'no HTML runs script, whether it is cleaned or not'],
    'test/attack/linear-time/run.ts': ['an input of double size takes $name less than three times as long'],
    'test/attack/database-away.test.ts': [
      'while all packets are dropped every request ends with 503; once they pass again requests are served',
    ],
  },
  '2.10.4, 6.4.1 Secrets are kept outside the code': {
    'test/keys/keys.test.ts': ['only the hash of a key is stored'],
  },
  '3.5.3 Stateless tokens resist tampering, null cipher, key substitution': {
    'test/identity/id-token.test.ts': [
      'of the algorithm none',
      'signed with the public key as a secret',
      'with a critical header that nobody here knows',
    ],
  },
  '3.3.2 Sessions end': {
    'test/identity/key-lookup.test.ts': ['a cached ID token that %s meanwhile is refused'],
  },
  '4.1.1 Access is decided on the server': {
    'test/schema.test.ts': ['the access that an operation declares is the one that is checked'],
  },
  '4.1.3 Least privilege': {
    'test/keys/keys.test.ts': ['a key may have fewer scopes and an expiry date'],
  },
  '4.1.5 Failures are refusals': {
    'test/identity/id-token.test.ts': [
      'if the provider %s, sign-in is refused with 503 and the log contains the reason',
    ],
    'test/identity/revocation.test.ts': [
      'without broadcasts (%s) every key is looked up, and afterwards keys are cached again',
    ],
  },
  "4.2.1 No direct reference to others' objects": {
    'test/api/rest/refusals.test.ts': ['$title takes nobody else’s, as it takes none that is missing'],
  },
  '4.2.2, 13.2.3 No forged requests from other sites': {
    'test/http/pipeline/cors.test.ts': [
      'pages of a configured origin may read every response, also errors, but not with cookies',
    ],
    'test/api/mcp/transport.test.ts': ['Host %s is 403: a name that was pointed here'],
  },
  '5.1.1 Parameters that come twice': {
    'test/http/pipeline/requests.test.ts': ['two Host headers, %s, are refused by every API'],
    'test/identity/credentials.test.ts': ['two headers %s are refused, even with the same value'],
    'test/api/rest/bodies.test.ts': ['headers that come twice are refused or have one meaning'],
  },
  '5.1.2 to 5.1.4 Input is checked against its type': {
    'test/api/rest/refusals.test.ts': ['names each field that is not as the document has it'],
    'test/courses/block/content.test.ts': ['refuses the wrong type of each member by name'],
  },
  '5.2.1, 5.2.2 HTML of untrusted origin is cleaned': {
    'test/ai/provider.test.ts': ['active markup is removed; Markdown and code stay unchanged'],
  },
  '5.3.4 No injection into SQL': {
    'test/api/rest/fuzz.test.ts': [
      '$told.operationId answers all of them as the document says, and accepts none that it forbids',
    ],
    'test/api/mcp/properties.test.ts': ['no arguments of any tool cause an internal error'],
  },
  '6.3.1 Random numbers': {
    'test/identity/credentials.test.ts': ['a malformed key causes no database query, and a well-formed key causes one'],
  },
  '7.1.1, 7.1.2 No secrets in the log': {
    'test/http/pipeline/requests.test.ts': ['the log contains no credentials and no bodies'],
    'test/api/mcp/auth.test.ts': ['is not written to the log'],
  },
  '7.1.3 Security events are logged': {
    'test/identity/rate-limit-anonymous.test.ts': [
      'an invalid ID token counts against its address, and beyond the limit is not checked',
    ],
  },
  '7.4.1 Errors tell nothing': {
    'test/operations/masking.test.ts': ['when %s, clients see an internal error without details'],
    'test/api/mcp/errors.test.ts': [
      'what nobody declared is masked, for tools and resources alike, and told to the log alone',
    ],
  },
  '8.2.1 No caching of sensitive data': {
    'test/http/compression.test.ts': [
      'API responses have headers for caching and content security',
      'each encoding has its own ETag, and If-None-Match and If-Match accept all of them',
    ],
  },
  '8.3.1, 13.1.3 No secrets in addresses': {
    'test/api/rest/refusals.test.ts': ['names a parameter that it does not know'],
  },
  '9.1.1, 9.1.3 TLS': {
    'test/http/pipeline/plain-http.test.ts': [
      'in production plain HTTP from another machine is refused by every API, and its key is not looked up',
    ],
    'test/processes/tls.test.ts': ['with a certificate the service serves HTTPS and no HTTP'],
    'test/identity/rate-limit-anonymous.test.ts': [
      'a key that reached the proxy over plain HTTP is not looked up, and counts as anonymous',
    ],
  },
  '11.1.4 Against automation': {
    'test/identity/rate-limit-anonymous.test.ts': [
      'an IPv6 /64 network has one limit, a mapped IPv4 address that of the IPv4 address, and invalid addresses share one',
    ],
    'test/identity/rate-limit-concurrent.test.ts': [
      'of concurrent requests, as many succeed as the plan allows, each with its own remaining count',
    ],
  },
  '11.1.6 No races': {
    'test/operations/idempotency.test.ts': [
      'twenty at once make one: the others are told to wait, or get its result',
      'twenty writers with If-Match on one lesson: exactly one wins each round',
    ],
  },
  '12.1.1 Large bodies fill neither memory nor disk': {
    'test/attack/slow-clients.test.ts': [
      'while six bodies of 16 MB are being sent, another workspace gets 503',
      'a chunked body reserves memory as it grows, and releases it with its response',
      'callers without a credential have a small budget for bodies of their own, by address',
    ],
    'test/attack/stalled.test.ts': [
      'a connection whose client reads nothing of its response is closed, and the response is released',
    ],
    'test/attack/victim.test.ts': [
      'while one workspace reads no responses, finishes no uploads and opens streams, another one is served and memory stays bounded',
    ],
  },
  '12.2.1, 12.4.1, 12.5.1, 12.5.2 Files of authors are what their bytes are, and run nothing': {
    'test/assets/upload.test.ts': [
      '%s is refused',
      'a picture loses where it was taken, and is turned as the camera says',
    ],
    'test/browser/hostile-files.browser.ts': [
      'no file of an author runs a script, loads something or exhausts the service, however it is opened',
    ],
  },
  '13.1.4 Authorization at the address and at the object': {
    'test/api/rest/refusals.test.ts': ['needs a credential, of its own kind'],
  },
  '13.1.5, 13.2.5 Unexpected content types are refused': {
    'test/api/rest/bodies.test.ts': ['a body of type %j is 415'],
    'test/api/graphql/transport.test.ts': ['a body of type %s is 415'],
  },
  '13.2.1, 14.5.1 Methods': {
    'test/api/rest/refusals.test.ts': ['refuses another method, and says which it takes'],
    'test/api/graphql/transport.test.ts': ['a mutation is refused and not run'],
  },
  '13.4.1 Expensive queries': {
    'test/api/graphql/limits.test.ts': [
      'a document that is too deep is refused',
      'a page of whole courses is refused before anything is read',
    ],
  },
  '13.4.2 GraphQL is authorized in the logic': {
    'test/api/mcp/tools.test.ts': ['the same operation gives the same by MCP, REST and GraphQL'],
  },
  '14.3.2 No debugging in production': {
    'test/api/graphql/introspection.test.ts': [
      'in production nobody else is told what the schema has that is like a mistyped name',
    ],
  },
  '14.4.1, 14.4.3 to 14.4.7 Security headers': {
    'test/http/compression.test.ts': ['API responses have headers for caching and content security'],
    'test/http/pipeline/requests.test.ts': [
      'responses have Strict-Transport-Security if a trusted proxy reports HTTPS',
    ],
    'test/dashboard/policy.test.ts': [
      'the dashboard’s policy allows video and audio over HTTPS, and from where the files of courses are',
      'the dashboard’s policy allows uploads to the service and to its bucket, and to nothing else',
    ],
  },
  '14.5.2, 14.5.3 CORS': {
    'test/http/pipeline/cors.test.ts': ['pages of the origin %s may not read responses'],
    'test/api/mcp/transport.test.ts': ['Origin %s is 403'],
  },
  '14.5.4 Headers of proxies': {
    'test/identity/rate-limit-headers.test.ts': [
      'behind a trusted proxy each client has its own count and cannot forge its address',
    ],
    'test/api/mcp/transport.test.ts': [
      'X-Forwarded-Host is believed of a trusted proxy alone, and of several names the last',
    ],
  },
}
