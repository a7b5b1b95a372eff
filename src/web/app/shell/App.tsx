import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-aria-components'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useLocation } from 'wouter'
import { queryClient } from '../data/hooks.ts'
import { Toasts } from '../parts/Toasts.tsx'
import { SignIn } from '../session/SignIn.tsx'
import { useSession } from '../session/use-session.ts'
import { Routes } from './Routes.tsx'
import { Shell } from './Shell.tsx'

/** The whole application: signed in, or the way there. */
export function App() {
  const session = useSession()
  const [, navigate] = useLocation()
  return (
    <I18nProvider locale="en-GB">
      <RouterProvider navigate={navigate}>
        <QueryClientProvider client={queryClient}>
          {session.state === 'in' ? (
            <Shell session={session}>
              <Routes />
            </Shell>
          ) : (
            <SignIn session={session} />
          )}
          <Toasts />
        </QueryClientProvider>
      </RouterProvider>
    </I18nProvider>
  )
}
