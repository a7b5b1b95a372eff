import { BookOpenText, FilePlus, Pencil, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Failure } from '../../data/failure.ts'
import { useRead } from '../../data/hooks.ts'
import { useRepeatable } from '../../data/repeatable.ts'
import {
  type BlockPartsFragment,
  type BlockType,
  LessonDocument,
  MoveBlockDocument,
  OutlineDocument,
} from '../../generated/operations.ts'
import { Button } from '../../parts/Button.tsx'
import { ButtonLink } from '../../parts/ButtonLink.tsx'
import { Card } from '../../parts/Card.tsx'
import { copyText } from '../../parts/clipboard.ts'
import { Empty } from '../../parts/Empty.tsx'
import { FailureNotice } from '../../parts/FailureNotice.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { Page } from '../../parts/Page.tsx'
import { tell } from '../../parts/toasts.ts'
import { blockAnchor, courseAddress, coursesAddress, lessonAddress } from '../addresses.ts'
import { WriteWithAi } from '../ai/WriteWithAi.tsx'
import { EditNode } from '../details/EditNode.tsx'
import { MoveTo } from '../details/MoveTo.tsx'
import { Remove } from '../details/Remove.tsx'
import { useDuplicate } from '../details/use-duplicate.ts'
import { useNews } from '../parts/news.tsx'
import { NoLesson } from '../reader/NoLesson.tsx'
import { courseReads } from '../reads.ts'
import { AddBlock } from './AddBlock.tsx'
import { BlockList } from './BlockList.tsx'
import { BlockSheet } from './BlockSheet.tsx'
import { titleOf } from './kinds.ts'
import { useOpen } from './open.ts'
import { useReorder } from './use-blocks.ts'

type Task = { kind: 'edit' | 'ai' } | { kind: 'delete' | 'move'; block: BlockPartsFragment }
type Params = { params: { courseId: string; lessonId: string } }

async function copyLink(courseId: string, lessonId: string, blockId: string): Promise<void> {
  const link = `${window.location.origin}${lessonAddress(courseId, lessonId)}#${blockAnchor(blockId)}`
  if (await copyText(link)) tell('The link to the block is copied.')
}

/** The place below a block: the service makes room there. Below all where the block is gone. */
function orderBelow(blocks: readonly BlockPartsFragment[], after: string | undefined): number | undefined {
  const above = blocks.find(({ id }) => id === after)
  return above && above.order + 1
}

/** A lesson as its author writes it. */
export function LessonEditor({ params: { courseId, lessonId } }: Params) {
  const outline = useRead(OutlineDocument, { id: courseId })
  const { data, error, refetch } = useRead(LessonDocument, { id: lessonId })
  const [open, setOpen] = useOpen()
  const [task, setTask] = useState<Task>()
  const { say, region } = useNews()
  const lesson = data?.lesson
  const blocks = lesson?.blocks ?? []
  const reorder = useReorder(lessonId, blocks, say)
  const duplicate = useDuplicate('block')
  const course = outline.data?.courseTree
  const crumbs = [
    { href: coursesAddress, label: 'Courses' },
    { href: courseAddress(courseId), label: course?.name ?? 'Course' },
  ]
  if (error instanceof Failure && error.code === 'not_found') return <NoLesson courseId={courseId} />
  if (!lesson) {
    return (
      <Page title="Edit lesson" crumbs={crumbs}>
        {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <Loading lines={8} />}
      </Page>
    )
  }
  const add = (type: BlockType) => setOpen({ type })
  const close = () => setTask(undefined)
  const opened = open && 'blockId' in open ? blocks.find(({ id }) => id === open.blockId) : undefined
  return (
    <Page
      title={lesson.name}
      lead={lesson.description}
      crumbs={crumbs}
      actions={
        <>
          <ButtonLink href={lessonAddress(courseId, lessonId)} icon={<BookOpenText aria-hidden />}>
            Read
          </ButtonLink>
          <Button icon={<Pencil aria-hidden />} onPress={() => setTask({ kind: 'edit' })}>
            Edit name
          </Button>
          <Button icon={<Sparkles aria-hidden />} onPress={() => setTask({ kind: 'ai' })}>
            Write with AI
          </Button>
          <AddBlock onAdd={add} />
        </>
      }
    >
      {error && <FailureNotice error={error} onRetry={() => void refetch()} />}
      {blocks.length === 0 ? (
        <Card flush>
          <Empty icon={<FilePlus aria-hidden />} title="No blocks yet" action={<AddBlock onAdd={add} />}>
            A lesson is made of blocks: text, pictures, films, quizzes, code, activities. Add the first one.
          </Empty>
        </Card>
      ) : (
        <BlockList
          blocks={blocks}
          onOpen={({ id }) => setOpen({ blockId: id })}
          onAdd={(type, { id }) => setOpen({ type, after: id })}
          onMove={(id, index) => void reorder(id, index)}
          onDuplicate={(id) => void duplicate(id)}
          onCopyLink={({ id }) => void copyLink(courseId, lessonId, id)}
          onElsewhere={(block) => setTask({ kind: 'move', block })}
          onDelete={(block) => setTask({ kind: 'delete', block })}
        />
      )}
      {region}
      {opened && (
        <BlockSheet key={opened.id} subject={{ block: opened }} onSaved={say} onClose={() => setOpen(undefined)} />
      )}
      {open && 'type' in open && (
        <BlockSheet
          key={open.type}
          subject={{ lessonId, type: open.type, order: orderBelow(blocks, open.after) }}
          onSaved={say}
          onClose={() => setOpen(undefined)}
        />
      )}
      {task?.kind === 'edit' && <EditNode kind="lesson" node={lesson} onClose={close} />}
      {task?.kind === 'ai' && <WriteWithAi lessonId={lessonId} onClose={close} />}
      {task?.kind === 'move' && <MoveBlock block={task.block} modules={course?.modules ?? []} onClose={close} />}
      {task?.kind === 'delete' && (
        <Remove kind="block" id={task.block.id} name={titleOf(task.block.type, task.block.content)} onClose={close}>
          <p>“{titleOf(task.block.type, task.block.content)}” goes from this lesson.</p>
        </Remove>
      )}
    </Page>
  )
}

type MoveBlockProps = {
  block: BlockPartsFragment
  modules: readonly { name: string; lessons: readonly { id: string; name: string }[] }[]
  onClose(): void
}

function MoveBlock({ block: { id, type, content, lessonId }, modules, onClose }: MoveBlockProps) {
  const { run, isPending, error } = useRepeatable(MoveBlockDocument, courseReads)
  const targets = modules.flatMap((module) =>
    module.lessons.map((lesson) => ({ value: lesson.id, label: `${module.name} › ${lesson.name}` })),
  )
  return (
    <MoveTo
      title={`Move “${titleOf(type, content)}”`}
      label="Lesson"
      targets={targets.filter(({ value }) => value !== lessonId)}
      nowhere="The course has no other lesson yet."
      isBusy={isPending}
      error={error}
      onMove={(to) => void run({ id, lessonId: to }).then((result) => result && onClose())}
      onClose={onClose}
    />
  )
}
