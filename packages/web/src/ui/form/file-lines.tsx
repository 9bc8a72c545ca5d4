import type { ReactNode } from 'react'
import { fileSize } from '../../lib/file-size.ts'
import type { Unfinished } from '../../lib/unfinished-uploads.ts'
import { Button, IconButton } from '../button.tsx'
import { Icon } from '../icons.tsx'
import { type StoredFile, usePorts } from '../ports.ts'
import type { Sending } from './upload-queue.ts'

interface StoredLineProps {
  file: StoredFile
  onOpen: () => void
  onRemove: (() => void) | undefined
}

/** A file of the record. Its name opens the preview. */
export function StoredLine({ file, onOpen, onRemove }: StoredLineProps) {
  const { files } = usePorts()
  return (
    <li className="flex items-center gap-1 rounded-md bg-sunken py-0.5 pr-1 pl-2.5 text-s">
      <Icon name="file" className="mr-1 text-ink-faint" />
      <button
        type="button"
        className="min-w-0 truncate text-brand-ink hover:underline"
        title={`预览 ${file.fileName}`}
        onClick={onOpen}
      >
        {file.fileName}
      </button>
      <span className="mr-1 ml-auto shrink-0 text-ink-faint text-xs">{fileSize(file.size)}</span>
      <IconButton
        icon="download"
        label={`下载 ${file.fileName}`}
        onClick={() => void files.download(file.id)}
      />
      {onRemove && <IconButton icon="trash" label={`移除 ${file.fileName}`} onClick={onRemove} />}
    </li>
  )
}

const closeLabel = ({ name, problem, hint }: Sending) =>
  problem || hint ? `关闭 ${name} 的提示` : `取消上传 ${name}`

interface LineProps {
  name: string
  /** Beside the name. */
  actions: ReactNode
  children: ReactNode
}

function UploadLine({ name, actions, children }: LineProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-0.5 rounded-md bg-sunken py-1 pr-1 pl-2.5 text-s">
      <div className="flex items-center gap-2">
        <Icon name="upload" className="text-ink-faint" />
        <span className="mr-auto min-w-0 truncate" title={name}>
          {name}
        </span>
        {actions}
      </div>
      {children}
    </li>
  )
}

interface ProgressProps {
  name: string
  percent: number
  /** Describes the progress. */
  text: string
  children?: ReactNode
}

/** The bar, how far it is in words, and what can be done. */
function UploadProgress({ name, percent, text, children }: ProgressProps) {
  return (
    <div className="flex min-h-control items-center gap-2 pr-1">
      <progress
        className="h-1 min-w-8 flex-1 accent-brand"
        value={percent}
        max={100}
        aria-label={`${name} 上传进度`}
      />
      <span className="shrink-0 text-ink-faint text-xs tabular-nums">{text}</span>
      {children}
    </div>
  )
}

/** A file that is being sent, with its progress, or why it was not taken. */
function SendingLine({ sending }: { sending: Sending }) {
  const { name, part, problem, hint, stop, retry, pause, resume } = sending
  const percent = Math.round((part ?? 0) * 100)
  const switched = pause ?? resume
  return (
    <UploadLine
      name={name}
      actions={
        <>
          {retry && (
            <Button look="quiet" aria-label={`重新上传 ${name}`} onClick={retry}>
              重试
            </Button>
          )}
          <IconButton icon="close" label={closeLabel(sending)} onClick={stop} />
        </>
      }
    >
      {problem && (
        <p role="alert" className="pb-1 text-danger text-xs">
          {problem}
        </p>
      )}
      {hint && (
        <p role="status" className="pb-1 text-warning text-xs">
          {hint}
        </p>
      )}
      {!(problem || hint) && (
        <UploadProgress
          name={name}
          percent={percent}
          text={part === undefined ? '等待上传' : `${resume ? '已暂停 ' : ''}${percent}%`}
        >
          {switched && (
            <Button look="quiet" aria-label={`${resume ? '继续' : '暂停'}上传 ${name}`} onClick={switched}>
              {resume ? '继续' : '暂停'}
            </Button>
          )}
        </UploadProgress>
      )}
    </UploadLine>
  )
}

interface UnfinishedLineProps {
  upload: Unfinished
  /** Opens the file picker. */
  onChoose: () => void
  onGiveUp: () => void
}

/** A file that an earlier visit did not finish. The browser needs it again to go on. */
function UnfinishedLine({ upload: { name, part }, onChoose, onGiveUp }: UnfinishedLineProps) {
  const percent = Math.round(part * 100)
  return (
    <UploadLine
      name={name}
      actions={<IconButton icon="close" label={`放弃上传 ${name}`} onClick={onGiveUp} />}
    >
      <UploadProgress name={name} percent={percent} text={`已上传 ${percent}%`}>
        <Button look="quiet" aria-label={`选择文件以继续上传 ${name}`} onClick={onChoose}>
          继续
        </Button>
      </UploadProgress>
      <p className="pb-1 text-warning text-xs">上次上传未完成，请重新选择同一文件以继续</p>
    </UploadLine>
  )
}

interface UploadLinesProps {
  sending: readonly Sending[]
  unfinished: readonly Unfinished[]
  /** Opens the file picker. */
  onChoose: () => void
  giveUp: (upload: Unfinished) => Promise<void>
}

/** List items of the uploads in progress and of those that an earlier visit left unfinished. */
export function UploadLines({ sending, unfinished, onChoose, giveUp }: UploadLinesProps) {
  return (
    <>
      {sending.map((each) => (
        <SendingLine key={each.key} sending={each} />
      ))}
      {unfinished.map((upload) => (
        <UnfinishedLine
          key={upload.id}
          upload={upload}
          onChoose={onChoose}
          onGiveUp={() => void giveUp(upload)}
        />
      ))}
    </>
  )
}
