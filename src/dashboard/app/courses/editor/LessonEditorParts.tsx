import { BookOpenText, FilePlus, Pencil, Sparkles } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { BlockType } from '../../generated/operations.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadErrorNotice } from '../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../ui/LoadingPlaceholder.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { AddBlockMenu } from './AddBlockMenu.tsx'

type LessonLoadingPageProps = Pick<ComponentProps<typeof PageLayout>, 'crumbs'> & {
  /** Why the lesson could not be loaded. Null or undefined while the lesson is loading. */
  error: unknown
  onRetry(): void
}

/** Shows a lesson that is loading, or that could not be loaded. */
export const UnloadedLessonPage = ({ crumbs, error, onRetry }: LessonLoadingPageProps) => (
  <PageLayout title="Edit lesson" crumbs={crumbs}>
    {error ? <LoadErrorNotice error={error} onRetry={onRetry} /> : <LoadingPlaceholder lines={8} />}
  </PageLayout>
)

type LessonEditorActionsProps = {
  readPath: string
  isArchived: boolean
  onEdit(): void
  onGenerate(): void
  onAdd(type: BlockType): void
}

/** Shows the buttons in the header of the lesson editor. */
export const LessonEditorActions = ({ readPath, isArchived, onEdit, onGenerate, onAdd }: LessonEditorActionsProps) => (
  <>
    <ButtonLink href={readPath} icon={<BookOpenText aria-hidden />}>
      Read
    </ButtonLink>
    {!isArchived && (
      <>
        <Button icon={<Pencil aria-hidden />} onPress={onEdit}>
          Edit details
        </Button>
        <Button icon={<Sparkles aria-hidden />} onPress={onGenerate}>
          Write with AI
        </Button>
        <AddBlockMenu onAdd={onAdd} />
      </>
    )}
  </>
)

/** Says that the lesson on the page no longer exists. */
export const DeletedLessonNotice = () => (
  <Notice variant="error" title="This lesson was deleted">
    It was deleted in another tab or by another person. Changes on this page cannot be saved.
  </Notice>
)

type NoBlocksCardProps = Pick<LessonEditorActionsProps, 'isArchived' | 'onAdd'> & { getsFocus: boolean }

/** Shows that a lesson has no blocks. In a course that is not archived, the author can add the first block. */
export const NoBlocksCard = ({ isArchived, getsFocus, onAdd }: NoBlocksCardProps) => (
  <Card isFlush>
    <EmptyState
      icon={<FilePlus aria-hidden />}
      title="No blocks yet"
      action={!isArchived && <AddBlockMenu onAdd={onAdd} />}
      getsFocus={getsFocus}
    >
      A lesson consists of blocks, such as text, images and quizzes. Add the first one.
    </EmptyState>
  </Card>
)
