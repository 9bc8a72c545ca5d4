import { fileSize } from '../../lib/figures.ts'
import { Icon } from '../icons.tsx'
import { type StoredFile, usePorts } from '../ports.ts'

interface RecordFilesProps {
  files: readonly StoredFile[] | undefined
  /** Dictionary of the kinds. */
  dict?: string
}

/** Files of a record with kind and download link. */
export function RecordFiles({ files = [], dict = 'file_biz_type' }: RecordFilesProps) {
  const ports = usePorts()
  const kinds = ports.useDict(files.length > 0 ? dict : undefined)
  if (files.length === 0) return '—'
  return (
    <ul className="grid justify-items-start gap-1">
      {files.map(({ id, fileName, size, bizType }) => (
        <li key={id} className="flex max-w-full flex-wrap items-center gap-x-2">
          <button
            type="button"
            title={`下载 ${fileName}`}
            onClick={() => void ports.files.download(id)}
            className="inline-flex min-h-6 min-w-0 items-center gap-1.5 text-left text-brand-ink hover:underline"
          >
            <Icon name="file" className="text-ink-faint" />
            <span className="break-all">{fileName}</span>
          </button>
          <span className="text-ink-faint text-xs">
            {kinds.find(({ value }) => value === bizType)?.label}　{fileSize(size)}
          </span>
        </li>
      ))}
    </ul>
  )
}
