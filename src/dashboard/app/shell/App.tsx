import { QueryClientProvider } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { RouterProvider } from 'react-aria-components'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useLocation } from 'wouter'
import { queryClient } from '../api/query-client.ts'
import { getSignInStatus, subscribeToSignInStatus } from '../session/sign-in.ts'
import { DialogQueueOutlet } from '../ui/DialogQueueOutlet.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { DashboardLayout } from './DashboardLayout.tsx'
import { DashboardRoutes } from './DashboardRoutes.tsx'
import { SignInPage } from './SignInPage.tsx'

/** Shows the pages of the dashboard to a signed-in user, and the sign-in page to other users. */
export function App() {
  const status = useSyncExternalStore(subscribeToSignInStatus, getSignInStatus)
  const [, navigate] = useLocation()
  return (
    <I18nProvider locale="en-GB">
      <RouterProvider navigate={navigate}>
        <QueryClientProvider client={queryClient}>
          {status.state === 'signedIn' ? (
            <DashboardLayout user={status}>
              <DashboardRoutes />
            </DashboardLayout>
          ) : (
            <SignInPage status={status} />
          )}
          {status.state !== 'starting' && <DialogQueueOutlet />}
          <Toasts />
        </QueryClientProvider>
      </RouterProvider>
    </I18nProvider>
  )
}
