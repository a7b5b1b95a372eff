import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useApiQuery } from '../../api/hooks.ts'
import { type AssetPartsFragment, FilesDocument } from '../../generated/operations.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadErrorNotice } from '../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../ui/LoadingPlaceholder.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Select, type SelectOption } from '../../ui/Select.tsx'
import { FileGrid } from './FileGrid.tsx'
import style from './Files.module.css'
import { type FileKind, fileKinds } from './file-kinds.ts'

const perPage = 12

type FilePickerDialogProps = {
  title: string
  kinds: readonly FileKind[]
  onPick(file: AssetPartsFragment): void
  onClose(): void
}

/** Shows the files of the workspace, of which the author chooses one. */
export function FilePickerDialog({ title, kinds, onPick, onClose }: FilePickerDialogProps) {
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState(kinds[0]!)
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useApiQuery(
    FilesDocument,
    { page, perPage, search: search || undefined, type: fileKinds[kind].types[0] },
    { shouldKeepPrevious: true },
  )
  const found = data?.assetPage
  const options = kinds.map((name): SelectOption<FileKind> => ({ value: name, label: `${fileKinds[name].label}s` }))
  return (
    <Dialog title={title} isOpen isWide onClose={onClose}>
      <search className={style.filters}>
        <SearchField
          label="Search files"
          placeholder="Search names"
          value={search}
          onChange={(text) => {
            setSearch(text)
            setPage(1)
          }}
        />
        {options.length > 1 && (
          <Select
            label="Type"
            isLabelHidden
            value={kind}
            options={options}
            onChange={(next) => {
              setKind(next)
              setPage(1)
            }}
          />
        )}
      </search>
      {error && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      {!found && !error && <LoadingPlaceholder lines={4} />}
      {found?.items.length === 0 && (
        <p className={style.facts}>
          {search ? 'No file has such a name.' : 'There is no such file in the library yet.'}
        </p>
      )}
      {found && found.items.length > 0 && (
        <FileGrid label="Files" files={found.items.filter(({ state }) => state === 'ready')} onOpen={onPick} />
      )}
      {found && found.pageInfo.totalPages > 1 && (
        <nav className={style.pages} aria-label="Pages of files">
          <span className={style.facts}>
            Page {page} of {found.pageInfo.totalPages}
          </span>
          <Button
            isSmall
            isDisabled={page <= 1}
            aria-label="Previous page"
            icon={<ChevronLeft aria-hidden />}
            onPress={() => setPage(page - 1)}
          />
          <Button
            isSmall
            isDisabled={page >= found.pageInfo.totalPages}
            aria-label="Next page"
            icon={<ChevronRight aria-hidden />}
            onPress={() => setPage(page + 1)}
          />
        </nav>
      )}
    </Dialog>
  )
}
