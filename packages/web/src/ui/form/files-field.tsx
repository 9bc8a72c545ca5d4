import { type ReactNode, useRef } from 'react'
import { fileSize } from '../../lib/figures.ts'
import { Button, IconButton } from '../button.tsx'
import { Mark } from '../field.tsx'
import { Icon } from '../icons.tsx'
import { type StoredFile, usePorts } from '../ports.ts'
import { useFileDialog } from '../record/use-file-dialog.tsx'
import { RuleCode } from '../rule-code.tsx'
import { useDrop } from '../use-drop.ts'
import { useForm, useFormSlice } from './context.ts'
import { ACCEPTED } from './file-rules.ts'
import { useFieldLook } from './use-field.ts'
import { type Sending, useUploads } from './use-uploads.ts'
import { filesAt } from './values.ts'

/** A kind of file of a record. */
export interface FileKind {
  /** Value of the dictionary file_biz_type. */
  bizType: string
  label: string
  /** Mark of a required kind. */
  required?: boolean
}

interface StoredLineProps {
  file: StoredFile
  onOpen: () => void
  onRemove: (() => void) | undefined
}

function StoredLine({ file, onOpen, onRemove }: StoredLineProps) {
  const { files } = usePorts()
  return (
    <li className="flex items-center gap-2 rounded-md bg-sunken px-2.5 py-1 text-s">
      <Icon name="file" className="text-ink-faint" />
      <button
        type="button"
        className="min-w-0 truncate text-brand-ink hover:underline"
        title={`预览 ${file.fileName}`}
        onClick={onOpen}
      >
        {file.fileName}
      </button>
      <span className="ml-auto shrink-0 text-ink-faint text-xs">{fileSize(file.size)}</span>
      <IconButton
        icon="download"
        label={`下载 ${file.fileName}`}
        onClick={() => void files.download(file.id)}
      />
      {onRemove && <IconButton icon="trash" label={`移除 ${file.fileName}`} onClick={onRemove} />}
    </li>
  )
}

function SendingLine({ sending }: { sending: Sending }) {
  const percent = Math.round(sending.part * 100)
  return (
    <li className="grid gap-1 rounded-md bg-sunken px-2.5 py-1 text-s">
      <div className="flex items-center gap-2">
        <Icon name="upload" className="text-ink-faint" />
        <span className="min-w-0 truncate">{sending.name}</span>
        <span className="ml-auto shrink-0 text-ink-faint text-xs">
          {sending.problem ? '' : `${percent}%`}
        </span>
        <IconButton
          icon="close"
          label={sending.problem ? `关闭 ${sending.name} 的提示` : `取消上传 ${sending.name}`}
          onClick={sending.stop}
        />
      </div>
      {sending.problem ? (
        <p role="alert" className="pb-1 text-danger text-xs">
          {sending.problem}
        </p>
      ) : (
        <progress
          className="h-1 w-full accent-brand"
          value={percent}
          max={100}
          aria-label={`${sending.name} 上传进度`}
        />
      )}
    </li>
  )
}

interface KindProps {
  kind: FileKind
  files: readonly StoredFile[]
  isFull: boolean
  onAdd: (file: StoredFile) => void
  /** Absent if files cannot be removed. */
  onRemove?: ((file: StoredFile) => void) | undefined
  /** An upload starts (1) or ends (-1). */
  onBusy: (change: 1 | -1) => void
}

/** Drop zone for files. Its button does the same for the keyboard. */
function DropZone({ onFiles, children }: { onFiles: (files: FileList) => void; children: ReactNode }) {
  const { isOver, zone } = useDrop(onFiles)
  return (
    <div
      className={`min-w-0 rounded-lg border border-dashed p-3 ${isOver ? 'border-brand bg-brand-soft' : 'border-line-strong'}`}
      {...zone}
    >
      {children}
    </div>
  )
}

function ChooseButton({
  label,
  disabled,
  onFiles,
}: {
  label: string
  disabled: boolean
  onFiles: (files: FileList) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          if (target.files) onFiles(target.files)
          target.value = ''
        }}
      />
      <Button
        icon="upload"
        disabled={disabled}
        aria-label={`上传${label}`}
        onClick={() => input.current?.click()}
      >
        上传
      </Button>
    </>
  )
}

/** Files of one kind: select or drop, upload at once, list and remove. */
export function FilesOfKind({ kind, files, isFull, onAdd, onRemove, onBusy }: KindProps) {
  const { sending, send } = useUploads(kind.bizType, onAdd, onBusy)
  const { open, dialog } = useFileDialog(files)
  const take = (list: FileList) => {
    for (const file of list) void send(file)
  }
  return (
    <DropZone onFiles={take}>
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-auto text-s">
          {kind.label}
          {kind.required && <Mark />}
        </span>
        <ChooseButton label={kind.label} disabled={isFull} onFiles={take} />
      </div>
      {(files.length > 0 || sending.length > 0) && (
        <ul className="mt-2 grid gap-1.5">
          {files.map((file) => (
            <StoredLine
              key={file.id}
              file={file}
              onOpen={() => open(file.id)}
              onRemove={onRemove && (() => onRemove(file))}
            />
          ))}
          {sending.map((each) => (
            <SendingLine key={each.key} sending={each} />
          ))}
        </ul>
      )}
      {dialog}
    </DropZone>
  )
}

interface FilesFieldProps {
  /** Property that holds the file ids, such as attachmentIds. */
  name: string
  kinds: readonly FileKind[]
  label?: string
  atMost?: number
}

/** Files of a record by kind: select or drop, upload at once, list and remove. */
export function FilesField({ name, kinds, label, atMost = 20 }: FilesFieldProps) {
  const { store } = useForm()
  const { files: port } = usePorts()
  const value = useFormSlice(({ values }) => values[name])
  const look = useFieldLook(name, { label })
  const files = filesAt({ [name]: value }, name)
  const first = useRef(files)
  // Uploads run in parallel, so the list is read again each time.
  const now = () => filesAt(store.state().values, name)
  const remove = (file: StoredFile) => {
    store.set({ [name]: now().filter(({ id }) => id !== file.id) })
    // A new upload is unreferenced and can be deleted. The platform refuses to delete files in use.
    if (!first.current.some(({ id }) => id === file.id)) void port.remove(file.id).catch(() => undefined)
  }
  return (
    <fieldset data-field={name} tabIndex={-1} className="col-span-full mb-2 min-w-0">
      <legend className="mb-1 text-ink-soft text-s">
        {look.label}
        {look.required && <Mark />}
        <span className="ml-2 text-ink-faint text-xs">
          支持 pdf、doc、docx、xls、xlsx、jpg、png、zip，单个文件不超过 50 MB
        </span>
      </legend>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {kinds.map((kind) => (
          <FilesOfKind
            key={kind.bizType}
            kind={kind}
            files={files.filter(({ bizType }) => bizType === kind.bizType)}
            isFull={files.length >= atMost}
            onAdd={(file) => store.set({ [name]: [...now(), file] })}
            onRemove={remove}
            onBusy={(change) => store.uploading(change)}
          />
        ))}
      </div>
      <p className="mt-0.5 min-h-4.5 text-danger text-xs leading-4.5">
        {look.error}
        <RuleCode code={look.code} />
      </p>
    </fieldset>
  )
}
