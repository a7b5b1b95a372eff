import { type ReactNode, useState } from 'react'
import { Button } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Brand } from '../shell/Brand.tsx'
import style from './SignIn.module.css'
import { type Session, signIn } from './session.ts'

const reasons = {
  ended: 'Your session has ended. Sign in again to go on where you were; what you typed is kept.',
  failed: 'Signing in did not work. Try again; if it goes on, ask whoever runs this service.',
}

function Words({ session }: { session: Session & { state: 'out' } }) {
  const [isGoing, setGoing] = useState(false)
  return (
    <>
      <p className={style.lead}>Write courses by hand, by API or with a language model.</p>
      {session.reason && <Notice look={session.reason === 'failed' ? 'bad' : 'info'}>{reasons[session.reason]}</Notice>}
      <Button
        look="primary"
        isBusy={isGoing}
        onPress={() => {
          setGoing(true)
          void signIn().finally(() => setGoing(false))
        }}
      >
        {session.development ? 'Sign in as the demo person' : 'Sign in'}
      </Button>
      {session.development && (
        <p className={style.small}>
          No identity provider is configured, so this service brings one for development. Set <code>OIDC_ISSUER</code>{' '}
          to use your own.
        </p>
      )}
    </>
  )
}

function contentOf(session: Session): ReactNode {
  switch (session.state) {
    case 'out':
      return <Words session={session} />
    case 'closed':
      return (
        <Notice look="warn" title="Nobody can sign in yet">
          This service has no identity provider. Set <code>OIDC_ISSUER</code> and <code>OIDC_AUDIENCE</code>, then start
          it again. API keys work without one.
        </Notice>
      )
    case 'unreachable':
      return (
        <Notice
          look="bad"
          title="The service cannot be reached"
          action={
            <Button small onPress={() => window.location.reload()}>
              Try again
            </Button>
          }
        >
          Check the connection. What you typed here is kept.
        </Notice>
      )
    default:
      return null
  }
}

/** The way in, or why there is none. */
export function SignIn({ session }: { session: Session }) {
  const content = contentOf(session)
  return (
    <main className={style.page}>
      <title>Sign in · Coursewright</title>
      {content && (
        <div className={style.card}>
          <h1>
            <Brand />
          </h1>
          {content}
        </div>
      )}
    </main>
  )
}
