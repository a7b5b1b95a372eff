import { CircleAlert, RotateCw, X } from 'lucide-react'
import { ProgressBar } from 'react-aria-components/ProgressBar'
import { Button } from '../ui/Button.tsx'
import { formatBytes } from '../ui/format-bytes.ts'
import style from './Uploads.module.css'
import { getUploadErrorMessage } from './upload-error.ts'
import type { Upload, useUploads } from './use-uploads.ts'

type UploadListProps = Pick<ReturnType<typeof useUploads>, 'uploads' | 'retry' | 'cancel'>

function describe({ file, state, sentBytes }: Upload): string {
  if (state === 'waiting') return 'Waiting'
  if (state === 'checking') return 'Checking the file'
  return `${formatBytes(sentBytes)} of ${formatBytes(file.size)}`
}

function UploadRow({ upload, retry, cancel }: { upload: Upload } & Pick<UploadListProps, 'retry' | 'cancel'>) {
  const { id, file, state, sentBytes, error } = upload
  if (state === 'failed')
    return (
      <li className={`${style.row} ${style.failed}`}>
        <CircleAlert aria-hidden size={18} />
        <div className={style.text} role="alert">
          <strong>
            <bdi>{file.name}</bdi> was not uploaded
          </strong>
          <span>{getUploadErrorMessage(error, file)}</span>
        </div>
        <Button
          variant="quiet"
          isSmall
          icon={<RotateCw aria-hidden />}
          aria-label={`Upload ${file.name} again`}
          onPress={() => retry(upload)}
        />
        <Button
          variant="quiet"
          isSmall
          icon={<X aria-hidden />}
          aria-label={`Dismiss ${file.name}`}
          onPress={() => cancel(id)}
        />
      </li>
    )
  return (
    <li className={style.row}>
      <ProgressBar
        className={style.progress!}
        aria-label={`Upload of ${file.name}`}
        value={sentBytes}
        maxValue={file.size}
        isIndeterminate={state === 'checking'}
      >
        <span className={style.name}>
          <bdi>{file.name}</bdi>
        </span>
        <span className={style.facts}>{describe(upload)}</span>
        <span className={style.track}>
          <span
            className={state === 'checking' ? `${style.fill} ${style.checking}` : style.fill}
            style={{ width: `${(100 * sentBytes) / file.size}%` }}
          />
        </span>
      </ProgressBar>
      <Button
        variant="quiet"
        isSmall
        icon={<X aria-hidden />}
        aria-label={`Cancel the upload of ${file.name}`}
        onPress={() => cancel(id)}
      />
    </li>
  )
}

/** Shows the progress of uploads, and why those that failed did. */
export const UploadList = ({ uploads, retry, cancel }: UploadListProps) =>
  uploads.length > 0 && (
    <ul className={style.list} aria-label="Uploads">
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} retry={retry} cancel={cancel} />
      ))}
    </ul>
  )
