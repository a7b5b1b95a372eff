import { useQuery } from '@tanstack/react-query'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { BlockView } from '../blocks/BlockView.tsx'
import type { Content } from '../blocks/content.ts'
import style from './Editor.module.css'
import { readBlock } from './use-save.ts'

type ConflictProps = {
  blockId: string
  isBusy: boolean
  onOverwrite(version: number): void
  onUseTheirs(content: Content, version: number): void
}

/** Somebody else has saved in the meantime: shows their text, and asks whose stays. */
export function Conflict({ blockId, isBusy, onOverwrite, onUseTheirs }: ConflictProps) {
  const { data: theirs } = useQuery({ queryKey: ['Block', blockId], queryFn: () => readBlock(blockId), staleTime: 0 })
  return (
    <Notice
      look="warn"
      title="Somebody changed this block in the meantime"
      action={
        theirs && (
          <>
            <Button small onPress={() => onUseTheirs(theirs.content, theirs.version)}>
              Use theirs
            </Button>
            <Button small isBusy={isBusy} onPress={() => onOverwrite(theirs.version)}>
              Overwrite with mine
            </Button>
          </>
        )
      }
    >
      Nothing was saved, and your text is kept.
      {theirs && (
        <details className={style.theirs}>
          <summary>Their version</summary>
          <div>
            <BlockView block={theirs} />
          </div>
        </details>
      )}
    </Notice>
  )
}
