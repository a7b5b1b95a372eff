import { z } from 'zod'

// The rules that several environment variables share. A value of an environment variable is a text.

export const integer = z.coerce.number('must be a whole number').int('must be a whole number')
export const port = integer.min(0).max(65535)
export const perMinute = integer.min(1).max(10_000_000)
// The maximum number of tokens is below 2,147,483,647, the largest Int in GraphQL.
export const dailyTokens = integer.min(0).max(2_000_000_000)
export const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')
export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an absolute URL that starts with http:// or https://',
})
export const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a URL that starts with postgresql://' })
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
export const origins = list.refine(
  (all) => all.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
  {
    error: 'must be a comma-separated list of origins such as https://learn.example.com (no path, no *)',
  },
)
export const hosts = list.refine(
  (all) =>
    all.every(
      (host) => !host.includes('*') && URL.canParse(`http://${host}`) && new URL(`http://${host}`).hostname === host,
    ),
  {
    error: 'must be a comma-separated list of host names such as mcp.example.com (lower case, no port, no *)',
  },
)
