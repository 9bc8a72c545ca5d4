import { useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { type StoredFile, usePorts } from '../../ui/ports.ts'

interface EvidenceFilesProps {
  /** What the files belong to. */
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

/** Sends files one after the other and tells how far the current one is. */
function useSending({ files, kind = EVIDENCE, onFiles }: EvidenceFilesProps) {
  const ports = usePorts()
  const [part, setPart] = useState<number>()
  const send = async (chosen: readonly File[]) => {
    let held = files
    for (const file of chosen.slice(0, kind.most - files.length)) {
      setPart(0)
      try {
        held = [...held, await ports.files.upload(file, kind.bizType, setPart, new AbortController().signal)]
        onFiles(held)
      } catch (error) {
        notify(error instanceof Error ? error.message : '上传失败')
      }
    }
    setPart(undefined)
  }
  return { part, send }
}

/** Files of a part of a report. */
export function EvidenceFiles(props: EvidenceFilesProps) {
  const { of, kind = EVIDENCE, files, isOpen, onFiles } = props
  const ports = usePorts()
  const input = useRef<HTMLInputElement>(null)
  const { part, send } = useSending(props)
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
            multiple
            accept={kind.accepted}
            tabIndex={-1}
            aria-label={`${of}，${kind.label}`}
            className="sr-only"
            onChange={({ target }) => {
              void send([...(target.files ?? [])])
              target.value = ''
            }}
          />
          <Button
            look="quiet"
            icon="upload"
            className={files.length === 0 ? '-ml-4' : ''}
            disabled={part !== undefined}
            aria-label={`${of}，添加${kind.label}`}
            onClick={() => input.current?.click()}
          >
            {part === undefined ? `添加${kind.label}` : `正在上传 ${Math.round(part * 100)}%`}
          </Button>
        </>
      )}
    </div>
  )
}
