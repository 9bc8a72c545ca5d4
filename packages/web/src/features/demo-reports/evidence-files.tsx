import { useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { type StoredFile, usePorts } from '../../ui/ports.ts'

interface EvidenceFilesProps {
  /** What the files prove. */
  of: string
  files: readonly StoredFile[]
  isOpen: boolean
  onFiles: (files: readonly StoredFile[]) => void
}

const MOST = 20
const ACCEPTED = '.pdf,.doc,.docx,.xls,.xlsx,.jpg,.png,.zip'

/** Sends files one after the other and tells how far the current one is. */
function useSending(files: readonly StoredFile[], onFiles: EvidenceFilesProps['onFiles']) {
  const ports = usePorts()
  const [part, setPart] = useState<number>()
  const send = async (chosen: readonly File[]) => {
    let held = files
    for (const file of chosen.slice(0, MOST - files.length)) {
      setPart(0)
      try {
        held = [
          ...held,
          await ports.files.upload(file, 'INDEX_EVIDENCE', setPart, new AbortController().signal),
        ]
        onFiles(held)
      } catch (error) {
        notify(error instanceof Error ? error.message : '上传失败')
      }
    }
    setPart(undefined)
  }
  return { part, send }
}

/** The evidence for an index. */
export function EvidenceFiles({ of, files, isOpen, onFiles }: EvidenceFilesProps) {
  const ports = usePorts()
  const input = useRef<HTMLInputElement>(null)
  const { part, send } = useSending(files, onFiles)
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
      {!isOpen && files.length === 0 && <span className="text-ink-faint">无佐证文件</span>}
      {isOpen && files.length < MOST && (
        <>
          <input
            ref={input}
            type="file"
            multiple
            accept={ACCEPTED}
            tabIndex={-1}
            aria-label={`${of}，佐证文件`}
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
            aria-label={`${of}，添加佐证文件`}
            onClick={() => input.current?.click()}
          >
            {part === undefined ? '添加佐证' : `正在上传 ${Math.round(part * 100)}%`}
          </Button>
        </>
      )}
    </div>
  )
}
