import { BookOpenText, FilePlus, Pencil, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { type BlockType, LessonDocument, OutlineDocument } from '../../generated/operations.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { copyToClipboard } from '../../ui/clipboard.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadErrorNotice } from '../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../ui/LoadingPlaceholder.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { useLiveRegion } from '../../ui/use-live-region.tsx'
import { ArchivedCourseNotice } from '../ArchivedCourseNotice.tsx'
import { CourseLanguageProvider } from '../course-language.ts'
import { useDuplicateItem } from '../dialogs/use-duplicate.ts'
import { PublicationBadges } from '../PublicationBadges.tsx'
import { courseListPath, makeBlockAnchorId, makeCoursePath, makeLessonPath } from '../paths.ts'
import { LessonNotFoundPage } from '../reader/LessonNotFoundPage.tsx'
import { AddBlockMenu } from './AddBlockMenu.tsx'
import { BlockDialogFromUrl } from './BlockDialogFromUrl.tsx'
import { BlockList } from './BlockList.tsx'
import style from './Editor.module.css'
import { type LessonEditorDialogState, LessonEditorDialogs } from './LessonEditorDialogs.tsx'
import { useBlockDialogStateInUrl } from './use-block-dialog-state-in-url.ts'
import { useReorderBlocks } from './use-reorder-blocks.ts'

type LessonEditorPageProps = { params: { courseId: string; lessonId: string } }

async function copyBlockLink(courseId: string, lessonId: string, blockId: string): Promise<void> {
  const link = `${window.location.origin}${makeLessonPath(courseId, lessonId)}#${makeBlockAnchorId(blockId)}`
  if (await copyToClipboard(link)) showToast('Link to the block copied.')
}

/** Shows the page on which an author edits a lesson. */
export const LessonEditorPage = ({ params }: LessonEditorPageProps) => (
  <LessonEditor key={params.lessonId} {...params} />
)

function LessonEditor({ courseId, lessonId }: LessonEditorPageProps['params']) {
  const outline = useApiQuery(OutlineDocument, { id: courseId })
  const { data, error, refetch } = useApiQuery(LessonDocument, { id: lessonId })
  const openBlock = useBlockDialogStateInUrl()
  const { open, setOpen } = openBlock
  const [addedId, setAddedId] = useState(() => window.location.hash.slice(1) || undefined)
  const [dialog, setDialog] = useState<LessonEditorDialogState>()
  const { announce, region } = useLiveRegion()
  const lesson = data?.lesson
  const blocks = lesson?.blocks ?? []
  const reorder = useReorderBlocks(lessonId, blocks, announce)
  const duplicate = useDuplicateItem('block')
  const course = outline.data?.courseTree
  const hasUnpublishedChanges = outline.data?.course?.hasUnpublishedChanges ?? false
  const crumbs = [
    { href: courseListPath, label: 'Courses' },
    { href: makeCoursePath(courseId), label: course?.name ?? 'Course' },
  ]
  const isArchived = course?.status === 'archived'
  const isDeleted = error instanceof ApiError && error.code === 'not_found'
  const blockDialog = (
    <BlockDialogFromUrl
      {...openBlock}
      courseId={courseId}
      lessonId={lessonId}
      blocks={lesson?.blocks ?? (isDeleted ? [] : undefined)}
      isLessonDeleted={isDeleted}
      isArchived={isArchived}
      onSaved={announce}
      onAdded={setAddedId}
    />
  )
  if (!lesson) {
    return (
      <>
        {isDeleted ? (
          <LessonNotFoundPage courseId={courseId} />
        ) : (
          <PageLayout title="Edit lesson" crumbs={crumbs}>
            {error ? (
              <LoadErrorNotice error={error} onRetry={() => void refetch()} />
            ) : (
              <LoadingPlaceholder lines={8} />
            )}
          </PageLayout>
        )}
        {blockDialog}
      </>
    )
  }
  const add = (type: BlockType) => setOpen({ type })
  const actions = (
    <>
      <ButtonLink href={makeLessonPath(courseId, lessonId)} icon={<BookOpenText aria-hidden />}>
        Read
      </ButtonLink>
      {!isArchived && (
        <>
          <Button icon={<Pencil aria-hidden />} onPress={() => setDialog({ name: 'edit lesson' })}>
            Edit details
          </Button>
          <Button icon={<Sparkles aria-hidden />} onPress={() => setDialog({ name: 'generate' })}>
            Write with AI
          </Button>
          <AddBlockMenu onAdd={add} />
        </>
      )}
    </>
  )
  return (
    <CourseLanguageProvider value={course?.language ?? undefined}>
      <PageLayout title={lesson.name} lead={lesson.description} crumbs={crumbs} actions={actions}>
        <div className={style.publication}>
          {course && <PublicationBadges course={{ status: course.status, hasUnpublishedChanges }} />}
        </div>
        {isArchived && <ArchivedCourseNotice courseId={courseId} />}
        {isDeleted && (
          <Notice variant="error" title="This lesson was deleted">
            It was deleted in another tab or by another person. Changes on this page cannot be saved.
          </Notice>
        )}
        {error && !isDeleted && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
        {blocks.length === 0 ? (
          <Card isFlush>
            <EmptyState
              icon={<FilePlus aria-hidden />}
              title="No blocks yet"
              action={!isArchived && <AddBlockMenu onAdd={add} />}
            >
              A lesson consists of blocks: text, images, videos, quizzes, code and interactive pages. Add the first one.
            </EmptyState>
          </Card>
        ) : (
          <BlockList
            blocks={blocks}
            addedId={open ? undefined : addedId}
            isReadOnly={isArchived}
            onAddedFocused={() => setAddedId(undefined)}
            onOpen={({ id }) => setOpen({ blockId: id })}
            onAdd={(type, { id }) => setOpen({ type, after: id })}
            onReorder={(id, index) => void reorder(id, index)}
            onDuplicate={(id) => void duplicate(id)}
            onCopyLink={({ id }) => void copyBlockLink(courseId, lessonId, id)}
            onMoveToLesson={(block) => setDialog({ name: 'move block', block })}
            onDelete={(block) => setDialog({ name: 'delete block', block })}
          />
        )}
        {region}
        {dialog && (
          <LessonEditorDialogs
            open={dialog}
            courseId={courseId}
            lesson={lesson}
            modules={course?.modules ?? []}
            onClose={() => setDialog(undefined)}
          />
        )}
      </PageLayout>
      {blockDialog}
    </CourseLanguageProvider>
  )
}
