import type { ReactNode } from 'react'
import { fileSize } from '../../../lib/file-size.ts'
import { IconButton } from '../../button.tsx'
import { Icon } from '../../icons.tsx'
import { type StoredFile, usePorts } from '../../ports.ts'
import { neighbour } from './drawable.ts'
import { FileChips } from './file-chips.tsx'
import { FileView } from './file-view.tsx'
import { StepButton } from './step-button.tsx'
import type { Preview } from './use-preview.ts'

/** Position of the file among the others, with links to its neighbours. */
function FileSteps({ files, current, onChange }: Pick<Preview, 'files' | 'current' | 'onChange'>) {
  const goTo = (file: StoredFile | undefined) => file && onChange(file.id)
  const before = neighbour(files, current, -1)
  const after = neighbour(files, current, 1)
  return (
    <div className="flex shrink-0 items-center text-ink-soft text-s">
      <StepButton
        icon="chevronLeft"
        label="上一个附件（[）"
        aria-keyshortcuts="["
        isEnd={!before}
        onStep={() => goTo(before)}
      />
      <span className="min-w-9 text-center tabular-nums">
        {files.findIndex(({ id }) => id === current) + 1} / {files.length}
      </span>
      <StepButton
        icon="chevronRight"
        label="下一个附件（]）"
        aria-keyshortcuts="]"
        isEnd={!after}
        onStep={() => goTo(after)}
      />
    </div>
  )
}

interface PreviewPartsProps {
  preview: Preview
  /** Heading with the file's name. */
  heading: (className: string, name: string) => ReactNode
}

/** Head, content and foot of a preview, in a column that fills its parent. */
export function PreviewParts({ preview, heading }: PreviewPartsProps) {
  const { files, file, current, added, onChange, onClose, view, setView } = preview
  const port = usePorts().files
  if (!file) return null
  const place = files.findIndex(({ id }) => id === current) + 1
  return (
    <>
      <header className="flex min-h-10 items-center gap-1 border-line border-b bg-surface py-1 pr-1.5 pl-3">
        <Icon name="file" className="text-ink-faint" />
        {heading('min-w-0 truncate rounded-sm px-1 text-s', file.fileName)}
        <span className="mr-auto shrink-0 text-ink-faint text-xs">{fileSize(file.size)}</span>
        {files.length > 1 && <FileSteps files={files} current={current} onChange={onChange} />}
        <IconButton
          icon="download"
          label={`下载 ${file.fileName}`}
          onClick={() => void port.download(file.id)}
        />
        <IconButton icon="close" label="关闭预览（Esc）" aria-keyshortcuts="Escape" onClick={onClose} />
      </header>
      <FileView key={file.id} file={file} view={view} onView={setView} />
      {files.length > 1 && (
        <footer className="border-line border-t bg-surface px-3 py-2">
          <FileChips files={files} current={current} added={added} onChange={onChange} />
        </footer>
      )}
      <p role="status" className="sr-only">
        {`第 ${place} 个附件，共 ${files.length} 个`}
      </p>
    </>
  )
}
