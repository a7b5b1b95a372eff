import { type ReactNode, useState } from 'react'
import { redirectToSignIn, type SignInStatus } from '../session/sign-in.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { BrandLogo } from './BrandLogo.tsx'
import style from './SignInPage.module.css'

const reasons = {
  expired: 'Your session has expired. Sign in again to continue. Your text is not lost.',
  failed: 'Signing in failed. Try again. If it fails again, contact the operator of this service.',
}

function SignInForm({ status }: { status: SignInStatus & { state: 'signedOut' } }) {
  const [isRedirecting, setRedirecting] = useState(false)
  return (
    <>
      <p className={style.lead}>Write courses by hand, with the API or with a language model.</p>
      {status.reason && (
        <Notice variant={status.reason === 'failed' ? 'error' : 'info'}>{reasons[status.reason]}</Notice>
      )}
      <Button
        variant="primary"
        isBusy={isRedirecting}
        onPress={() => {
          setRedirecting(true)
          void redirectToSignIn().finally(() => setRedirecting(false))
        }}
      >
        {status.isDevelopment ? 'Sign in as the demo person' : 'Sign in'}
      </Button>
      {status.isDevelopment && (
        <p className={style.small}>
          No identity provider is configured, so this service uses a built-in one for development. Set{' '}
          <code>OIDC_ISSUER</code> to use your own.
        </p>
      )}
    </>
  )
}

/**
 * Says that the service must be opened over HTTPS. Without HTTPS, browsers lack the cryptography that signing in needs.
 */
const InsecureAddressNotice = () => (
  <Notice variant="warning" title="Open this service over HTTPS">
    Browsers allow signing in only at an address that begins with <code>https://</code>, and at{' '}
    <code>http://localhost</code>. Ask the operator of this service for such an address.
  </Notice>
)

function contentFor(status: SignInStatus): ReactNode {
  switch (status.state) {
    case 'signedOut':
      return window.isSecureContext ? <SignInForm status={status} /> : <InsecureAddressNotice />
    case 'notConfigured':
      return (
        <Notice variant="warning" title="Signing in is not configured">
          This service has no identity provider. Set <code>OIDC_ISSUER</code> and <code>OIDC_AUDIENCE</code>, then
          restart it. API keys work without one.
        </Notice>
      )
    case 'unreachable':
      return (
        <Notice
          variant="error"
          title="The service cannot be reached"
          action={
            <Button isSmall onPress={() => window.location.reload()}>
              Try again
            </Button>
          }
        >
          Check your connection. Your text is not lost.
        </Notice>
      )
    default:
      return null
  }
}

/** Shows the sign-in page. If the user cannot sign in, the page says why. */
export function SignInPage({ status }: { status: SignInStatus }) {
  const content = contentFor(status)
  return (
    <main className={style.page}>
      <title>Sign in · Coursewright</title>
      {content && (
        <div className={style.card}>
          <h1>
            <BrandLogo />
          </h1>
          {content}
        </div>
      )}
    </main>
  )
}
