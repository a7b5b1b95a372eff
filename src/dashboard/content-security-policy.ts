/**
 * The origins of the identity provider that a Content-Security-Policy allows: `connect` for requests, and `frame` for
 * frames.
 */
export type IdentityProviderOrigins = { connect: readonly string[]; frame: readonly string[] }

/** The origins that files of courses are sent to by `connect`, and from which `media` plays films and sounds. */
export type FileOrigins = { connect: readonly string[]; media: readonly string[] }

/**
 * Returns the Content-Security-Policy of the dashboard. Images, videos and frames of other origins are allowed, because
 * blocks can contain them.
 */
export const makeDashboardCsp = ({ connect, frame }: IdentityProviderOrigins, nonce: string, files: FileOrigins) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // The nonce allows the styles that React Aria adds to the page.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https: http:",
    `media-src ${["'self'", 'https:', ...files.media].join(' ')}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...connect, ...files.connect].join(' ')}`,
    `frame-src ${["'self'", 'https:', 'http:', ...frame].join(' ')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    // The dashboard renews a session in a hidden frame, which has the same origin as the dashboard.
    "frame-ancestors 'self'",
  ].join('; ')

/**
 * Returns the Content-Security-Policy of the GraphiQL page. The policy allows inline styles and workers, because
 * GraphiQL's code editor needs them.
 */
export const makeGraphiqlCsp = ({ connect, frame }: IdentityProviderOrigins) =>
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

/** The security headers of a page, except `Content-Security-Policy`. */
export const pageSecurityHeaders = {
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
} as const
