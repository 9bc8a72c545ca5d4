import { useRef } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { UploadLines } from '../../ui/form/file-lines.tsx'
import { useUploads } from '../../ui/form/use-uploads.ts'
import { type StoredFile, usePorts } from '../../ui/ports.ts'

interface EvidenceFilesProps {
  /** Name of the item that the files belong to. */
  of: string
  kind?: FileKind
  files: readonly StoredFile[]
  isOpen: boolean
  onFiles: (files: readonly StoredFile[]) => void
}

interface FileKind {
  bizType: string
  label: string
  accepted: string
  most: number
}

const EVIDENCE: FileKind = {
  bizType: 'INDEX_EVIDENCE',
  label: '佐证文件',
  accepted: '.pdf,.doc,.docx,.xls,.xlsx,.jpg,.png,.zip',
  most: 20,
}
/** Proof of a figure that differs from the quarters. */
export const CHANGE_EVIDENCE: FileKind = { ...EVIDENCE, label: '证据', most: 5 }
export const PHOTOS: FileKind = {
  bizType: 'PROGRESS_PHOTO',
  label: '现场照片',
  accepted: '.jpg,.jpeg,.png',
  most: 9,
}

export const STAMPED: FileKind = {
  bizType: 'ANNUAL_STAMPED',
  label: '盖章扫描件',
  accepted: '.pdf',
  most: 1,
}

/** Uploads files and reports the list with the stored ones. */
function useSending({ files, kind = EVIDENCE, onFiles }: EvidenceFilesProps) {
  // Uploads run in parallel, so each must keep the files that the others added.
  const held = useRef(files)
  held.current = files
  const busy = useRef(0)
  return useUploads({
    bizType: kind.bizType,
    bizId: undefined,
    room: () => kind.most - held.current.length - busy.current,
    full: `${kind.label}至多 ${kind.most} 个，未添加`,
    onStored(file) {
      held.current = [...held.current, file]
      onFiles(held.current)
      return undefined
    },
    onBusy(change) {
      busy.current += change
    },
  })
}

/** Files of a part of a report. */
export function EvidenceFiles(props: EvidenceFilesProps) {
  const { of, kind = EVIDENCE, files, isOpen, onFiles } = props
  const ports = usePorts()
  const input = useRef<HTMLInputElement>(null)
  const { sending, unfinished, giveUp, send } = useSending(props)
  // If several parts of a report have such files, the part of an interrupted upload is unknown.
  const left = isOpen && kind.most === 1 && files.length === 0 ? unfinished : []
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-s">
      {files.map((file) => (
        <span key={file.id} className="flex max-w-full items-center rounded-md bg-sunken pl-2">
          <button
            type="button"
            className="min-w-0 truncate text-brand-ink hover:underline"
            onClick={() => void ports.files.download(file.id)}
          >
            {file.fileName}
          </button>
          {isOpen && (
            <IconButton
              icon="close"
              label={`移除 ${file.fileName}`}
              onClick={() => onFiles(files.filter(({ id }) => id !== file.id))}
            />
          )}
        </span>
      ))}
      {!isOpen && files.length === 0 && <span className="text-ink-faint">无{kind.label}</span>}
      {isOpen && files.length < kind.most && (
        <>
          <input
            ref={input}
            type="file"
            multiple={kind.most > 1}
            accept={kind.accepted}
            tabIndex={-1}
            aria-label={`${of}，${kind.label}`}
            className="sr-only"
            onChange={({ target }) => {
              send([...(target.files ?? [])])
              target.value = ''
            }}
          />
          <Button
            look="quiet"
            icon="upload"
            className={files.length === 0 ? '-ml-4' : ''}
            aria-label={`${of}，添加${kind.label}`}
            onClick={() => input.current?.click()}
          >
            添加{kind.label}
          </Button>
        </>
      )}
      {sending.length + left.length > 0 && (
        <ul className="grid w-full max-w-xl grid-cols-[minmax(0,1fr)] gap-1.5">
          <UploadLines
            sending={sending}
            unfinished={left}
            onChoose={() => input.current?.click()}
            giveUp={giveUp}
          />
        </ul>
      )}
    </div>
  )
}
