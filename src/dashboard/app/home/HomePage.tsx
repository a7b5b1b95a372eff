import { useApiQuery } from '../api/hooks.ts'
import { LazyUnsavedEditList } from '../courses/unsaved-edit-list/LazyUnsavedEditList.tsx'
import { HomeDocument, ViewerDocument } from '../generated/operations.ts'
import { LoadErrorNotice } from '../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx'
import { PageLayout } from '../ui/PageLayout.tsx'
import { FirstStepsCard } from './FirstStepsCard.tsx'
import style from './Home.module.css'
import { RecentlyEditedCourses } from './RecentlyEditedCourses.tsx'
import { WorkspaceCard } from './WorkspaceCard.tsx'

/** Shows the home page: unsaved edits, first steps, recent courses and the workspace. */
export function HomePage() {
  const viewer = useApiQuery(ViewerDocument)
  const home = useApiQuery(HomeDocument)
  const error = viewer.error ?? home.error
  const firstName = viewer.data?.viewer.name?.split(' ')[0]
  return (
    <PageLayout title={firstName ? `Welcome, ${firstName}` : 'Welcome'}>
      {error && <LoadErrorNotice error={error} onRetry={() => void Promise.all([viewer.refetch(), home.refetch()])} />}
      {viewer.data && home.data ? (
        <div className={style.columns}>
          <div className={style.column}>
            <LazyUnsavedEditList />
            <FirstStepsCard
              workspaceId={viewer.data.viewer.workspace.id}
              keys={home.data.apiKeys}
              courseCount={home.data.coursePage.pageInfo.total}
            />
            <RecentlyEditedCourses courses={home.data.coursePage.items} />
          </div>
          <WorkspaceCard viewer={viewer.data.viewer} />
        </div>
      ) : (
        !error && <LoadingPlaceholder lines={6} />
      )}
    </PageLayout>
  )
}
