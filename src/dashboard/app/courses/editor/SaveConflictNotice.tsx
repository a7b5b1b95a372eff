import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { BlockView } from '../block-types/BlockView.tsx'
import style from './Editor.module.css'
import { fetchBlock } from './use-save-block.ts'

type ConflictNoticeProps = {
  blockId: string
  /**
   * The version number of the block as the page has last loaded it. When this number changes, the notice fetches the
   * saved block again.
   */
  version: number
  isBusy: boolean
  onOverwrite(version: number): void
  onUseSaved(): void
}

/**
 * Says that another tab or person has saved the block while the author edits it. The notice shows the saved version and
 * asks which version to keep.
 */
export function SaveConflictNotice({ blockId, version, isBusy, onOverwrite, onUseSaved }: ConflictNoticeProps) {
  const { data: saved, isPlaceholderData } = useQuery({
    queryKey: ['Block', blockId, version],
    queryFn: () => fetchBlock(blockId),
    staleTime: 0,
    // The saved version that the author has opened stays open while a newer one is loaded.
    placeholderData: keepPreviousData,
  })
  return (
    <Notice
      variant="warning"
      title="This block was saved elsewhere"
      action={
        saved && (
          <>
            <Button isSmall onPress={onUseSaved}>
              Use saved version
            </Button>
            <Button isSmall isBusy={isBusy || isPlaceholderData} onPress={() => onOverwrite(saved.version)}>
              Overwrite with my version
            </Button>
          </>
        )
      }
    >
      <span role="status">It was changed in another tab or by another person. Your text is not saved.</span>
      {saved && (
        <details className={style.savedVersion}>
          <summary>Saved version</summary>
          <div>
            <BlockView block={saved} />
          </div>
        </details>
      )}
    </Notice>
  )
}
