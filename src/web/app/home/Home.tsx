import { useRead } from '../data/hooks.ts'
import { StartDocument, ViewerDocument } from '../generated/operations.ts'
import { FailureNotice } from '../parts/FailureNotice.tsx'
import { Loading } from '../parts/Loading.tsx'
import { Page } from '../parts/Page.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import style from './Home.module.css'
import { Recent } from './Recent.tsx'
import { Standing } from './Standing.tsx'

/** The start: what to do first, what was done last, and where the workspace stands. */
export function Home() {
  const viewer = useRead(ViewerDocument)
  const start = useRead(StartDocument)
  const error = viewer.error ?? start.error
  const firstName = viewer.data?.viewer.name?.split(' ')[0]
  return (
    <Page title={firstName ? `Welcome, ${firstName}` : 'Welcome'}>
      {error && <FailureNotice error={error} onRetry={() => void Promise.all([viewer.refetch(), start.refetch()])} />}
      {viewer.data && start.data ? (
        <div className={style.columns}>
          <div className={style.column}>
            <FirstSteps keys={start.data.apiKeys} courses={start.data.coursePage.pageInfo.total} />
            <Recent courses={start.data.coursePage.items} />
          </div>
          <Standing viewer={viewer.data.viewer} />
        </div>
      ) : (
        !error && <Loading lines={6} />
      )}
    </Page>
  )
}
