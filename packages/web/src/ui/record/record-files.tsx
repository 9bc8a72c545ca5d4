import { fileSize } from '../../lib/file-size.ts'
import { IconButton } from '../button.tsx'
import { Icon } from '../icons.tsx'
import { type StoredFile, usePorts } from '../ports.ts'
import { useFileDialog } from './use-file-dialog.tsx'

interface RecordFilesProps {
  files: readonly StoredFile[] | undefined
  /** Dictionary of the kinds. */
  dict?: string
  /** Shows a file elsewhere, such as in a docked preview. By default a dialog opens. */
  onOpen?: (id: number) => void
}

/** Files of a record with kind. The name opens the preview; a button downloads. */
export function RecordFiles({ files = [], dict = 'file_biz_type', onOpen }: RecordFilesProps) {
  const ports = usePorts()
  const kinds = ports.useDict(files.length > 0 ? dict : undefined)
  const { open, dialog } = useFileDialog(files)
  if (files.length === 0) return '—'
  return (
    <ul className="grid justify-items-start gap-0.5">
      {files.map(({ id, fileName, size, bizType }) => (
        <li key={id} className="flex max-w-full flex-wrap items-center gap-x-2">
          <button
            type="button"
            title={`预览 ${fileName}`}
            onClick={() => (onOpen ?? open)(id)}
            className="inline-flex min-h-6 min-w-0 items-center gap-1.5 text-left text-brand-ink hover:underline"
          >
            <Icon name="file" className="text-ink-faint" />
            <span className="break-all">{fileName}</span>
          </button>
          <span className="text-ink-faint text-xs">
            {kinds.find(({ value }) => value === bizType)?.label}　{fileSize(size)}
          </span>
          <IconButton
            icon="download"
            label={`下载 ${fileName}`}
            data-print="none"
            onClick={() => void ports.files.download(id)}
          />
        </li>
      ))}
      {dialog}
    </ul>
  )
}
