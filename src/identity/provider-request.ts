const timeoutMs = 5000
const maxBytes = 1_000_000

/**
 * Fetches JSON from the identity provider.
 * @throws Error if the response takes more than 5 seconds, is larger than 1 MB, or is not JSON
 */
export async function fetchProviderJson(url: URL): Promise<unknown> {
  const headers = { Accept: 'application/json' }
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), headers })
  if (!response.ok || !response.body) throw new Error(`${url.pathname} answered ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`the response of ${url.pathname} is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString())
}

/**
 * Fetches the discovery document of the identity provider (OpenID Connect Discovery 1.0, section 4).
 * @throws Error if the document names another issuer
 */
export async function fetchDiscoveryDocument(issuer: string): Promise<Record<string, unknown>> {
  const url = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const metadata = (await fetchProviderJson(url)) as Record<string, unknown> | null
  if (metadata?.issuer !== issuer) throw new Error('the discovery document belongs to another issuer')
  return metadata
}
