import { Sparkles, Square } from 'lucide-react'
import { Form } from 'react-aria-components/Form'
import { problemOf } from '../../data/failure.ts'
import { useRepeatable } from '../../data/repeatable.ts'
import { CreateBlockDocument } from '../../generated/operations.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { Field } from '../../parts/Field.tsx'
import type { ShownBlock } from '../blocks/content.ts'
import { NotSaved } from '../details/NotSaved.tsx'
import { useDraft } from '../drafts.ts'
import { courseReads } from '../reads.ts'
import { count } from '../words.ts'
import style from './Ai.module.css'
import { Proposal } from './Proposal.tsx'
import { useWriter } from './use-writer.ts'

type Asked = { prompt: string; blocks: ShownBlock[] }
const nothing: Asked = { prompt: '', blocks: [] }

/** Has a lesson written by the language model: each block stands here first, and comes into the lesson when it is taken. */
export function WriteWithAi({ lessonId, onClose }: { lessonId: string; onClose(): void }) {
  const asked = useDraft<Asked>(`ai:${lessonId}`, nothing)
  const taken = useDraft<number[]>(`ai-taken:${lessonId}`, [])
  const { prompt, blocks } = asked.value
  const writer = useWriter((next) => asked.write({ prompt, blocks: next }))
  const create = useRepeatable(CreateBlockDocument, courseReads)
  const open = blocks.map((_, index) => index).filter((index) => !taken.value.includes(index))

  function ask(): void {
    if (writer.isWriting) return
    taken.restart([])
    asked.write({ prompt, blocks: [] })
    void writer.write({ prompt, type: 'lesson', lessonId })
  }
  async function take(indexes: readonly number[]): Promise<void> {
    let done = taken.value
    for (const index of indexes) {
      const { type, content } = blocks[index]!
      if (!(await create.run({ lessonId, input: { type, content } }))) return
      done = [...done, index]
      taken.write(done)
    }
  }
  function close(): void {
    writer.stop()
    // What was not taken waits for the next time; with nothing left, the next time begins anew.
    if (blocks.length > 0 && open.length === 0) {
      asked.restart(nothing)
      taken.restart([])
    }
    onClose()
  }
  return (
    <Dialog
      title="Write with AI"
      isOpen
      wide
      onClose={close}
      actions={
        <>
          <Button onPress={close}>Close</Button>
          {open.length > 1 && !writer.isWriting && (
            <Button look="primary" isBusy={create.isPending} onPress={() => void take(open)}>
              Take all {open.length}
            </Button>
          )}
        </>
      }
    >
      <Form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
      >
        <Field
          label="What is the lesson about?"
          rows={3}
          autoFocus
          isReadOnly={writer.isWriting}
          hint="For whom, what they know already, and what they should be able to do afterwards."
          value={prompt}
          problem={problemOf(writer.error, 'prompt')}
          onChange={(text) => asked.write({ prompt: text, blocks })}
        />
        {writer.isWriting ? (
          <Button icon={<Square aria-hidden />} onPress={writer.stop}>
            Stop
          </Button>
        ) : (
          <Button look={blocks.length > 0 ? 'plain' : 'primary'} type="submit" icon={<Sparkles aria-hidden />}>
            {blocks.length > 0 ? 'Write anew' : 'Write'}
          </Button>
        )}
      </Form>
      {writer.error || create.error ? <NotSaved error={writer.error ?? create.error} /> : null}
      <p className={style.state} role="status">
        {writer.isWriting
          ? `Writing … ${count(blocks.length, 'block')} so far.`
          : blocks.length > 0
            ? `${count(blocks.length, 'block')} written, ${taken.value.length} taken. Read each before you take it.`
            : ''}
      </p>
      {blocks.map((block, index) => (
        <Proposal
          // biome-ignore lint/suspicious/noArrayIndexKey: what is written stays in its place.
          key={index}
          block={block}
          number={index + 1}
          isTaken={taken.value.includes(index)}
          isBusy={create.isPending}
          onTake={() => void take([index])}
        />
      ))}
    </Dialog>
  )
}
