/** The origins of the identity provider, which a page may use in addition to its own origin. */
export type AllowedOrigins = { connect: readonly string[]; frame: readonly string[] }

/**
 * Returns the Content-Security-Policy of the dashboard. The policy allows no inline scripts, no scripts from other
 * origins and no plug-ins. Images, videos and frames may come from any origin, because authors embed them in blocks.
 * Web pages in interactive blocks are in sandboxed frames. `nonce` allows the style rules that React Aria adds to the
 * page.
 */
export const makeDashboardCsp = ({ connect, frame }: AllowedOrigins, nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https: http:",
    'media-src https:',
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    `frame-src ${["'self'", 'https:', 'http:', ...frame].join(' ')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    // The dashboard renews sessions in a hidden frame of its own origin.
    "frame-ancestors 'self'",
  ].join('; ')

/**
 * Returns the Content-Security-Policy of GraphiQL. The code editor in GraphiQL adds inline styles and starts workers.
 * The rules for scripts are as strict as in the dashboard.
 */
export const makeGraphiqlCsp = ({ connect, frame }: AllowedOrigins) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    `frame-src ${["'self'", ...frame].join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const pageSecurityHeaders = {
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
} as const
