import { Files, Link2, SearchX, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useApiQuery } from '../../api/hooks.ts'
import { FilesDocument, ViewerDocument } from '../../generated/operations.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadErrorNotice } from '../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../ui/LoadingPlaceholder.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Select, type SelectOption } from '../../ui/Select.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { UploadList } from '../../uploads/UploadList.tsx'
import { useFileDrop } from '../../uploads/use-file-drop.ts'
import { useUploads } from '../../uploads/use-uploads.ts'
import { StorageMeter } from '../../usage/StorageMeter.tsx'
import { addressRefreshSeconds } from '../files/asset-addresses.tsx'
import { ChooseFilesButton } from '../files/ChooseFilesButton.tsx'
import { FileGrid } from '../files/FileGrid.tsx'
import { type FileKind, fileKinds } from '../files/file-kinds.ts'
import { formatCountWithNoun } from '../labels.ts'
import { Pagination } from '../list/Pagination.tsx'
import { useLastPageRedirect } from '../list/use-last-page-redirect.ts'
import { filesPath } from '../paths.ts'
import { FileDetailsDialog } from './FileDetailsDialog.tsx'
import { ImportFileDialog } from './ImportFileDialog.tsx'
import style from './Library.module.css'
import { useFileFiltersInUrl } from './use-file-filters.ts'

const perPage = 24

const kinds: readonly SelectOption<FileKind | 'all'>[] = [
  { value: 'all', label: 'All types' },
  { value: 'picture', label: 'Pictures' },
  { value: 'film', label: 'Videos' },
  { value: 'sound', label: 'Sounds' },
  { value: 'captions', label: 'Captions' },
  { value: 'document', label: 'Documents' },
]

/** Shows the files of the workspace. The page's URL contains the filters, the page number and the open file. */
export function FilesPage() {
  const filters = useFileFiltersInUrl()
  const { search, kind, isUnused, page, fileId, hrefOf, setFilters } = filters
  const content = useRef<HTMLDivElement>(null)
  const [isImporting, setImporting] = useState(false)
  const viewer = useApiQuery(ViewerDocument)
  const { data, error, refetch } = useApiQuery(
    FilesDocument,
    {
      page,
      perPage,
      search: search || undefined,
      type: kind === 'all' ? undefined : fileKinds[kind].types[0],
      unused: isUnused || undefined,
    },
    { shouldKeepPrevious: true, refreshSeconds: addressRefreshSeconds },
  )
  const { uploads, add, retry, cancel } = useUploads(({ name }) => void showToast(`${name} is uploaded.`))
  const isOver = useFileDrop(content, add, (element) => element.closest('main') ?? element)
  const isTooLate = useLastPageRedirect(data?.assetPage, hrefOf)
  const found = isTooLate ? undefined : data?.assetPage
  const isFiltered = search !== '' || kind !== 'all' || isUnused
  const actions = (
    <>
      <Button icon={<Link2 aria-hidden />} onPress={() => setImporting(true)}>
        Import from address
      </Button>
      <ChooseFilesButton
        variant="primary"
        isSmall={false}
        allowsMultiple
        icon={<Upload aria-hidden />}
        onFiles={(files) => void add(files)}
      >
        Upload files
      </ChooseFilesButton>
    </>
  )
  return (
    <PageLayout
      title="Files"
      lead="The pictures, videos, sounds, captions and documents of your courses. Drop files here to upload them."
      actions={actions}
    >
      <div ref={content} className={isOver ? `${style.content} ${style.over}` : style.content}>
        {viewer.data && (
          <div className={style.storage}>
            <StorageMeter
              storage={viewer.data.viewer.storage}
              note={`Files, drafts, trash and releases of the ${viewer.data.viewer.plan} plan`}
            />
          </div>
        )}
        <search className={style.filters}>
          <SearchField
            label="Search files"
            placeholder="Search names and alternative texts"
            value={search}
            onChange={(text) => setFilters({ search: text })}
          />
          <div className={style.kind}>
            <Select
              label="Type"
              isLabelHidden
              value={kind}
              options={kinds}
              onChange={(value) => setFilters({ kind: value })}
            />
          </div>
          <Checkbox label="Unused only" isSelected={isUnused} onChange={(value) => setFilters({ isUnused: value })} />
        </search>
        <UploadList uploads={uploads} retry={retry} cancel={cancel} />
        {error && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
        {!found && !error && <LoadingPlaceholder lines={6} />}
        {found && (
          <p className="visually-hidden" role="status">
            {formatCountWithNoun(found.pageInfo.total, 'file')}
          </p>
        )}
        {found?.items.length === 0 &&
          (isFiltered ? (
            <EmptyState
              icon={<SearchX aria-hidden />}
              title="No file matches"
              action={<ButtonLink href={filesPath}>Show all files</ButtonLink>}
            >
              {isUnused ? 'Every file of this kind is used.' : 'Try other words or another type.'}
            </EmptyState>
          ) : (
            <EmptyState icon={<Files aria-hidden />} title="No files yet">
              Upload pictures, videos, sounds, captions and documents, or drop them here. Blocks and texts of every
              course can use them.
            </EmptyState>
          ))}
        {found && found.items.length > 0 && (
          <FileGrid label="Files" files={found.items} onOpen={({ id }) => filters.openFile(id)} />
        )}
        {found && <Pagination info={found.pageInfo} hrefOf={hrefOf} />}
      </div>
      {fileId !== null && <FileDetailsDialog key={fileId} id={fileId} onClose={filters.closeFile} />}
      {isImporting && (
        <ImportFileDialog
          onImported={(id) => {
            setImporting(false)
            filters.openFile(id)
          }}
          onClose={() => setImporting(false)}
        />
      )}
    </PageLayout>
  )
}
