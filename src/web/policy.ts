/** Where a page may reach beyond its own origin: the identity provider's endpoints. */
export type Reach = { connect: readonly string[]; frame: readonly string[] }

/**
 * The dashboard's Content-Security-Policy: no inline script, no foreign script, no plug-ins. Pictures, films and frames
 * may come from anywhere: an author's blocks name them. Interactive blocks stand in frames that are sandboxed. `nonce` is
 * for the two rules that the component library adds to the page.
 */
export const contentPolicy = ({ connect, frame }: Reach, nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https: http:",
    'media-src https: http:',
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    `frame-src ${["'self'", 'https:', 'http:', ...frame].join(' ')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    // The renewal of a session runs in a frame of our own.
    "frame-ancestors 'self'",
  ].join('; ')

/**
 * GraphiQL's: its editor writes its own style rules and works in threads of its own. Scripts are as strict as elsewhere.
 */
export const explorerPolicy = ({ connect, frame }: Reach) =>
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

export const pageHeaders = {
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
} as const
