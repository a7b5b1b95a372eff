import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useApiQuery } from '../api/hooks.ts'
import { LazyCreateCourseDialog } from '../courses/list/LazyCreateCourseDialog.tsx'
import { LazyUnsavedEditList } from '../courses/unsaved-edit-list/LazyUnsavedEditList.tsx'
import { HomeDocument, ViewerDocument } from '../generated/operations.ts'
import { Button } from '../ui/Button.tsx'
import { LoadErrorNotice } from '../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx'
import { PageLayout } from '../ui/PageLayout.tsx'
import { ContinueCard } from './ContinueCard.tsx'
import { FirstStepsCard } from './FirstStepsCard.tsx'
import style from './Home.module.css'
import { RecentlyEditedCourses } from './RecentlyEditedCourses.tsx'
import { WorkspaceCard } from './WorkspaceCard.tsx'

/** Shows the home page: unsaved edits, what was edited last, recent courses, first steps and the workspace. */
export function HomePage() {
  const viewer = useApiQuery(ViewerDocument)
  const home = useApiQuery(HomeDocument)
  const error = viewer.error ?? home.error
  const [isCreating, setCreating] = useState(false)
  const firstName = viewer.data?.viewer.name?.split(' ')[0]
  return (
    <PageLayout
      title={firstName ? `Welcome, ${firstName}` : 'Welcome'}
      actions={
        <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setCreating(true)}>
          Create course
        </Button>
      }
    >
      {error && <LoadErrorNotice error={error} onRetry={() => void Promise.all([viewer.refetch(), home.refetch()])} />}
      {viewer.data && home.data ? (
        <div className={style.columns}>
          <div className={style.column}>
            <LazyUnsavedEditList />
            <ContinueCard courses={home.data.coursePage.items} />
            <RecentlyEditedCourses courses={home.data.coursePage.items} />
            <FirstStepsCard
              workspaceId={viewer.data.viewer.workspace.id}
              keys={home.data.apiKeys}
              courseCount={home.data.coursePage.pageInfo.total}
            />
          </div>
          <WorkspaceCard viewer={viewer.data.viewer} />
        </div>
      ) : (
        !error && <LoadingPlaceholder lines={6} />
      )}
      {isCreating && <LazyCreateCourseDialog onClose={() => setCreating(false)} />}
    </PageLayout>
  )
}
