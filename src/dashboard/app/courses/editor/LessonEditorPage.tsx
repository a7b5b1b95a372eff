import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { type BlockType, LessonDocument, OutlineDocument } from '../../generated/operations.ts'
import { copyToClipboard } from '../../ui/clipboard.ts'
import { LoadErrorNotice } from '../../ui/LoadErrorNotice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { useLiveRegion } from '../../ui/use-live-region.tsx'
import { useUnsavedEditToContinue } from '../../unsaved-edits/continued-edit.ts'
import { ArchivedCourseNotice } from '../ArchivedCourseNotice.tsx'
import { CourseLanguageProvider } from '../course-language.ts'
import { useDuplicateItem } from '../dialogs/use-duplicate.ts'
import { addressRefreshSeconds } from '../files/asset-addresses.tsx'
import { courseListPath, makeBlockAnchorId, makeCoursePath, makeLessonEditorPath, makeLessonPath } from '../paths.ts'
import { LessonNotFoundPage } from '../reader/LessonNotFoundPage.tsx'
import { PreviousAndNextLessonLinks } from '../reader/PreviousAndNextLessonLinks.tsx'
import { AddBlockMenu } from './AddBlockMenu.tsx'
import { BlockDialogFromUrl } from './BlockDialogFromUrl.tsx'
import { BlockList } from './BlockList.tsx'
import style from './Editor.module.css'
import { findDialogOfUnsavedEdit, LessonEditorDialogs } from './LessonEditorDialogs.tsx'
import { DeletedLessonNotice, LessonEditorActions, NoBlocksCard, UnloadedLessonPage } from './LessonEditorParts.tsx'
import { LessonPublicationBadges } from './LessonPublicationBadges.tsx'
import { isWrittenInPlace, preloadRichTextEditor, TextInPlace } from './TextInPlace.tsx'
import { useBlockDialogStateInUrl } from './use-block-dialog-state-in-url.ts'
import { useReorderBlocks } from './use-reorder-blocks.ts'
import { useWriting } from './use-writing.ts'

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
  const { data, error, refetch } = useApiQuery(
    LessonDocument,
    { id: lessonId },
    { refreshSeconds: addressRefreshSeconds },
  )
  const openBlock = useBlockDialogStateInUrl()
  const { open, setOpen } = openBlock
  useEffect(preloadRichTextEditor, [])
  const [addedId, setAddedId] = useState(() => window.location.hash.slice(1) || undefined)
  // Whether the last block was deleted. `NoBlocksCard` then gets the focus, because the list of blocks is gone.
  const [isEmptied, setIsEmptied] = useState(false)
  const { continuedName, finish } = useUnsavedEditToContinue()
  const [dialog, setDialog] = useState(() => findDialogOfUnsavedEdit(continuedName, lessonId))
  const { announce, region } = useLiveRegion()
  const lesson = data?.lesson
  const blocks = lesson?.blocks ?? []
  const reorder = useReorderBlocks(lessonId, blocks, announce)
  const duplicate = useDuplicateItem('block')
  const { rows, writing, begin, addText, makeActions, getBlockToEdit, setAdded } = useWriting({
    lessonId,
    blocks,
    initial: open && 'type' in open && open.type === 'text' ? { after: open.after } : undefined,
    onAddBlock: (type, after) => setOpen({ type, after }),
    onFocusRow: setAddedId,
  })
  const isNewText = open !== undefined && 'type' in open && open.type === 'text'
  const isLoaded = lesson !== undefined
  const { close } = openBlock
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the lesson is shown, its new text is written in place.
  useEffect(() => {
    if (isLoaded && isNewText) close()
  }, [isLoaded, isNewText])
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
          <UnloadedLessonPage crumbs={crumbs} error={error} onRetry={() => void refetch()} />
        )}
        {blockDialog}
      </>
    )
  }
  const add = (type: BlockType, after?: string) => (type === 'text' ? addText(after) : setOpen({ type, after }))
  const actions = (
    <LessonEditorActions
      readPath={makeLessonPath(courseId, lessonId)}
      isArchived={isArchived}
      onEdit={() => setDialog({ name: 'edit lesson' })}
      onGenerate={() => setDialog({ name: 'generate' })}
      onAdd={add}
    />
  )
  return (
    <CourseLanguageProvider value={course?.language ?? undefined}>
      <PageLayout title={lesson.name} lead={lesson.description} crumbs={crumbs} actions={actions}>
        <div className={style.publication}>
          {course && (
            <LessonPublicationBadges lessonId={lessonId} course={{ status: course.status, hasUnpublishedChanges }} />
          )}
        </div>
        {isArchived && <ArchivedCourseNotice courseId={courseId} />}
        {isDeleted && <DeletedLessonNotice />}
        {error && !isDeleted && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
        {rows.length === 0 ? (
          <NoBlocksCard isArchived={isArchived} getsFocus={isEmptied && !dialog} onAdd={add} />
        ) : (
          <BlockList
            rows={rows}
            blocks={blocks}
            writingKey={writing?.key}
            renderEditor={(row) => (
              <TextInPlace
                label="Text"
                blockToEdit={getBlockToEdit(row)}
                courseId={courseId}
                deletedLevel={isDeleted ? 'lesson' : row.isDeleted ? 'block' : undefined}
                cursor={writing!.cursor}
                typed={writing!.typed}
                above={rows[rows.findIndex(({ key }) => key === row.key) - 1]?.block}
                actions={makeActions(row)}
                onAdded={(block) => setAdded(row.key, block)}
              />
            )}
            focusedKey={open ? undefined : addedId}
            isReadOnly={isArchived}
            onAddedFocused={() => setAddedId(undefined)}
            onOpen={(block, cursor) =>
              isWrittenInPlace(block) ? begin(block, cursor) : setOpen({ blockId: block.id })
            }
            onOpenForm={({ id }) => setOpen({ blockId: id })}
            onAdd={(type, { id }) => add(type, id)}
            onReorder={(id, index) => void reorder(id, index)}
            onDuplicate={(id) => void duplicate(id)}
            onCopyLink={({ id }) => void copyBlockLink(courseId, lessonId, id)}
            onMoveToLesson={(block) => setDialog({ name: 'move block', block })}
            onDelete={(block) => setDialog({ name: 'delete block', block })}
          />
        )}
        {rows.length > 0 && !isArchived && (
          <div>
            <AddBlockMenu isAtEnd onAdd={add} />
          </div>
        )}
        {course && (
          <PreviousAndNextLessonLinks
            courseId={courseId}
            modules={course.modules}
            lessonId={lessonId}
            makePath={makeLessonEditorPath}
          />
        )}
        {region}
        {dialog && (
          <LessonEditorDialogs
            open={dialog}
            courseId={courseId}
            lesson={lesson}
            modules={course?.modules ?? []}
            onBlockDeleted={() => setIsEmptied(blocks.length <= 1)}
            onClose={() => {
              setDialog(undefined)
              finish()
            }}
          />
        )}
      </PageLayout>
      {!isNewText && blockDialog}
    </CourseLanguageProvider>
  )
}
