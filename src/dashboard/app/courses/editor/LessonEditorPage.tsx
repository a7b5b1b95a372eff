import { Hash, Sparkles } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePageCommands } from '../../commands/page-commands.ts'
import { LessonDocument, OutlineDocument } from '../../generated/operations.ts'
import { Card } from '../../ui/Card.tsx'
import { copyToClipboard } from '../../ui/clipboard.ts'
import { LoadErrorNotice } from '../../ui/LoadErrorNotice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { useLiveRegion } from '../../ui/use-live-region.tsx'
import { useUnsavedEditToContinue } from '../../unsaved-edits/continued-edit.ts'
import { ArchivedCourseNotice } from '../ArchivedCourseNotice.tsx'
import { makeBlockTitle } from '../block-types/block-types.ts'
import { copyId } from '../copy-id.ts'
import { CourseLanguageProvider } from '../course-language.ts'
import { addressRefreshSeconds } from '../files/asset-addresses.tsx'
import { storeLastLesson } from '../last-lesson.ts'
import { OutlineColumn } from '../outline-column/OutlineColumn.tsx'
import { courseListPath, makeBlockAnchorId, makeCoursePath, makeLessonEditorPath, makeLessonPath } from '../paths.ts'
import { LessonNotFoundPage } from '../reader/LessonNotFoundPage.tsx'
import { PreviousAndNextLessonLinks } from '../reader/PreviousAndNextLessonLinks.tsx'
import { AddBlockMenu } from './AddBlockMenu.tsx'
import { BlockEditor } from './BlockEditor.tsx'
import { BlockList } from './BlockList.tsx'
import style from './Editor.module.css'
import { FindingsButton } from './FindingsButton.tsx'
import { findDialogOfUnsavedEdit, LessonEditorDialogs } from './LessonEditorDialogs.tsx'
import { DeletedLessonNotice, LessonEditorActions, NoBlocksCard, UnloadedLessonPage } from './LessonEditorParts.tsx'
import { LessonFindingsSummary } from './LessonFindingsSummary.tsx'
import { LessonPublicationBadges } from './LessonPublicationBadges.tsx'
import { SelectedBlocksBar } from './SelectedBlocksBar.tsx'
import { isWrittenInPlace, preloadRichTextEditorInTime } from './TextInPlace.tsx'
import { useBlockActions } from './use-block-actions.ts'
import { useLessonFindings } from './use-lesson-findings.ts'
import { useOpenBlockInUrl } from './use-open-block-in-url.ts'
import { type LessonRow, useWriting } from './use-writing.ts'

type LessonEditorPageProps = { params: { courseId: string; lessonId: string } }

async function copyBlockLink(courseId: string, lessonId: string, blockId: string): Promise<void> {
  const link = `${window.location.origin}${makeLessonPath(courseId, lessonId)}#${makeBlockAnchorId(blockId)}`
  if (await copyToClipboard(link)) showToast('Link to the block copied.')
}

/** Shows the page on which an author edits a lesson. */
export const LessonEditorPage = ({ params }: LessonEditorPageProps) => (
  <OutlineColumn key={params.courseId} {...params}>
    <LessonEditor key={params.lessonId} {...params} />
  </OutlineColumn>
)

function LessonEditor({ courseId, lessonId }: LessonEditorPageProps['params']) {
  const outline = useApiQuery(OutlineDocument, { id: courseId })
  const { data, error, refetch } = useApiQuery(
    LessonDocument,
    { id: lessonId },
    { refreshSeconds: addressRefreshSeconds },
  )
  const openBlock = useOpenBlockInUrl()
  const { open } = openBlock
  useEffect(preloadRichTextEditorInTime, [])
  useEffect(() => storeLastLesson({ courseId, lessonId }), [courseId, lessonId])
  const [addedId, setAddedId] = useState(() => window.location.hash.slice(1) || undefined)
  // Whether the last block was deleted. `NoBlocksCard` then gets the focus, because the list of blocks is gone.
  const [isEmptied, setIsEmptied] = useState(false)
  const { continuedName, finish } = useUnsavedEditToContinue()
  const [dialog, setDialog] = useState(() => findDialogOfUnsavedEdit(continuedName, lessonId))
  const { announce, region } = useLiveRegion()
  const lesson = data?.lesson
  const isDeleted = error instanceof ApiError && error.code === 'not_found'
  const blocks = lesson?.blocks ?? []
  const {
    rows,
    activeKey,
    writing,
    begin,
    add,
    openForm,
    closeForm,
    leaveSource,
    leaveGone,
    stop,
    makeActions,
    getBlockToEdit,
    setAdded,
  } = useWriting({
    ...openBlock,
    lessonId,
    blocks: lesson?.blocks ?? (isDeleted ? [] : undefined),
    onFocusRow: setAddedId,
    onEscape: (key) => actions.selectOnly(key),
  })
  const actions = useBlockActions({
    lessonId,
    rows,
    activeKey,
    announce,
    onFocusRow: setAddedId,
    stopEditing: stop,
    onLeft(gone) {
      leaveGone(gone)
      setIsEmptied(gone.length === rows.length)
    },
  })
  const { selected } = actions
  const course = outline.data?.courseTree
  const isArchived = course?.status === 'archived'
  const findingsSummary = useRef<HTMLParagraphElement>(null)
  const findings = useLessonFindings({
    courseId,
    lessonId,
    blockIds: blocks.map(({ id }) => id),
    treeVersion: isArchived ? undefined : course?.treeVersion,
    announce,
    onCleared: (id) =>
      id === lessonId ? findingsSummary.current?.focus() : setAddedId(rows.find(({ block }) => block?.id === id)?.key),
  })
  const writeQuiz = () => setDialog({ name: 'generate', isQuiz: true })
  usePageCommands([
    ...(isArchived ? [] : [{ label: 'Write a quiz from this lesson', icon: Sparkles, run: writeQuiz }]),
    { label: 'Copy the id of the lesson', icon: Hash, run: () => void copyId('lesson', lessonId) },
  ])
  const isLoaded = lesson !== undefined
  const { close, linkedId, replaceOpen } = openBlock
  const isReady = isLoaded && course !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is followed once.
  useEffect(() => {
    if (!isReady || linkedId === undefined) return
    const block = blocks.find(({ id }) => id === linkedId)
    if (block && !isArchived && isWrittenInPlace(block)) begin(block, 'start')
    else replaceOpen(linkedId)
  }, [isReady, linkedId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the lesson is shown, its new text is written in place.
  useEffect(() => {
    if (isLoaded && open && 'type' in open && open.type === 'text') close()
  }, [isLoaded, open])
  const hasUnpublishedChanges = outline.data?.course?.hasUnpublishedChanges ?? false
  const crumbs = [
    { href: courseListPath, label: 'Courses' },
    { href: makeCoursePath(courseId), label: course?.name ?? 'Course' },
  ]
  const renderEditor = (row: LessonRow) => {
    const index = rows.findIndex(({ key }) => key === row.key)
    return (
      <BlockEditor
        blockToEdit={getBlockToEdit(row)}
        courseId={courseId}
        deletedLevel={isDeleted ? 'lesson' : row.isDeleted ? 'block' : undefined}
        isArchived={isArchived}
        onAdded={(block) => setAdded(row.key, block)}
        text={
          writing && !writing.isSource
            ? {
                cursor: writing.cursor,
                typed: writing.typed,
                above: rows[index - 1]?.block,
                actions: { ...makeActions(row), writeQuiz },
              }
            : undefined
        }
        form={{
          onClose: closeForm,
          onWrite: (offset) => leaveSource(row, offset),
          returnsToWriting: writing?.isSource === true,
        }}
      />
    )
  }
  if (!lesson) {
    const edited = rows.find(({ key }) => key === activeKey)
    return isDeleted ? (
      <LessonNotFoundPage courseId={courseId}>{edited && <Card>{renderEditor(edited)}</Card>}</LessonNotFoundPage>
    ) : (
      <UnloadedLessonPage crumbs={crumbs} error={error} onRetry={() => void refetch()} />
    )
  }
  const headerActions = (
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
      <PageLayout title={lesson.name} lead={lesson.description} crumbs={crumbs} actions={headerActions}>
        <div className={style.publication}>
          {course && (
            <LessonPublicationBadges lessonId={lessonId} course={{ status: course.status, hasUnpublishedChanges }} />
          )}
          <LessonFindingsSummary lesson={lesson} findings={findings} summaryRef={findingsSummary} />
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
            actions={actions}
            activeKey={activeKey}
            renderEditor={renderEditor}
            renderFindings={({ id, type, content }) =>
              findings.getFindings(id).length > 0 && (
                <FindingsButton isInGrid id={id} title={makeBlockTitle(type, content)} findings={findings} />
              )
            }
            focusedKey={open ? undefined : addedId}
            isReadOnly={isArchived}
            onAddedFocused={() => setAddedId(undefined)}
            onOpen={(block, cursor) => (isWrittenInPlace(block) ? begin(block, cursor) : openForm(block))}
            onOpenForm={openForm}
            onAdd={(type, { id }) => add(type, id)}
            onCopyLink={({ id }) => void copyBlockLink(courseId, lessonId, id)}
            onMoveToLesson={(block) => setDialog({ name: 'move blocks', blocks: actions.getGroup(block) })}
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
        {selected[0] && (
          <SelectedBlocksBar
            count={selected.length}
            isBusy={actions.isBusy}
            onMove={() => setDialog({ name: 'move blocks', blocks: selected })}
            onDuplicate={() => void actions.duplicate(selected[0]!)}
            onCopy={() => void actions.copy(selected[0]!)}
            onDelete={() => void actions.remove(selected[0]!)}
            onClear={() => {
              actions.clear()
              setAddedId(rows.find(({ block }) => block === selected[0])?.key)
            }}
          />
        )}
        {region}
        {dialog && (
          <LessonEditorDialogs
            open={dialog}
            courseId={courseId}
            lesson={lesson}
            modules={course?.modules ?? []}
            onMoveBlocks={(moved, target) => void actions.moveToLesson(moved, target)}
            onClose={() => {
              setDialog(undefined)
              finish()
            }}
          />
        )}
      </PageLayout>
    </CourseLanguageProvider>
  )
}
