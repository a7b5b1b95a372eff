import type { Logger } from 'pino'
import { type Config, minMasterKeyChars } from '../platform/config.ts'
import { isLoopbackAddress } from '../platform/limits/ip-address.ts'

/** Returns a sentence for each setting that operators may not expect or that is insecure. */
function listWarnings(config: Config): string[] {
  const { host, isProduction, mcpMasterApiKey, refusesPlainHttp, allowPlainHttp } = config
  const warnings: string[] = []
  if (refusesPlainHttp && host !== 'localhost' && !isLoopbackAddress(host))
    warnings.push(
      'Plain HTTP from other machines is refused. Set TLS_CERT_FILE and TLS_KEY_FILE, put an HTTPS proxy in front and set TRUST_PROXY=1, or allow plain HTTP with ALLOW_PLAIN_HTTP=1.',
    )
  if (isProduction && allowPlainHttp)
    warnings.push('ALLOW_PLAIN_HTTP=1: requests over plain HTTP are served, and others on the network can read keys.')
  if (mcpMasterApiKey !== undefined && mcpMasterApiKey.length < minMasterKeyChars)
    warnings.push(
      `MCP_MASTER_API_KEY has fewer than ${minMasterKeyChars} characters. In production, the service does not start with it.`,
    )
  return warnings
}

/** Logs the rate limits in force, and warns about settings that operators may not expect or that are insecure. */
export function logStartNotices(config: Config, log: Logger): void {
  const { rateLimits } = config
  const limits = Object.entries(rateLimits).map(([name, limit]) => `${name} ${limit}`)
  log.info({ rateLimits }, `rate limits in requests per minute: ${limits.join(', ')}`)
  for (const warning of listWarnings(config)) log.warn(warning)
}
