import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '../button.tsx'
import { Mark } from '../field.tsx'
import { type StoredFile, usePorts } from '../ports.ts'
import { useFileDialog } from '../record/use-file-dialog.tsx'
import { RuleCode } from '../rule-code.tsx'
import { useDrop } from '../use-drop.ts'
import { useForm, useFormSlice } from './context.ts'
import { StoredLine, UploadLines } from './file-lines.tsx'
import { ACCEPTED, LIMITS, MOST_FILES, nameOfPasted, placed, repetitionOf } from './file-rules.ts'
import type { Taken } from './upload-queue.ts'
import { useFieldLook } from './use-field.ts'
import { useUploads } from './use-uploads.ts'
import { filesAt } from './values.ts'

/** A kind of file of a record. */
export interface FileKind {
  /** Value of the dictionary file_biz_type. */
  bizType: string
  label: string
  /** Mark of a required kind. */
  required?: boolean
}

interface KindProps {
  kind: FileKind
  /** The record that the files are attached to immediately. */
  boundTo: number | undefined
  files: readonly StoredFile[]
  atMost: number
  /** Number of further files that the record may have. */
  room: () => number
  onAdd: (file: StoredFile, later: ReadonlySet<number>) => Taken
  /** Absent if files cannot be removed. */
  onRemove?: ((file: StoredFile) => void) | undefined
  /** An upload starts (1) or ends (-1). */
  onBusy: (change: 1 | -1) => void
}

type OnFiles = (files: readonly File[]) => void

const namedAnew = (file: File): File => {
  const name = nameOfPasted(file.name, new Date())
  return name === file.name ? file : new File([file], name, { type: file.type })
}

/** Accepts dropped or pasted files. Its button does the same for the keyboard. */
function DropZone({ onFiles, children }: { onFiles: OnFiles; children: ReactNode }) {
  const { isOver, zone } = useDrop((files) => onFiles([...files]))
  return (
    <div
      tabIndex={-1}
      className={`min-w-0 rounded-lg border border-dashed p-3 ${isOver ? 'border-brand bg-brand-soft' : 'border-line-strong'}`}
      onPaste={(event) => {
        const pasted = [...event.clipboardData.files]
        if (pasted.length === 0) return
        event.preventDefault()
        onFiles(pasted.map(namedAnew))
      }}
      {...zone}
    >
      {children}
    </div>
  )
}

interface ChooseButtonProps {
  label: string
  disabled: boolean
  input: RefObject<HTMLInputElement | null>
  onFiles: OnFiles
}

function ChooseButton({ label, disabled, input, onFiles }: ChooseButtonProps) {
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
          if (target.files) onFiles([...target.files])
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

/** Files of one kind: choose, drop or paste, upload at once, list and remove. */
function FilesOfKind({ kind, boundTo, files, atMost, room, onAdd, onRemove, onBusy }: KindProps) {
  const input = useRef<HTMLInputElement>(null)
  const { sending, unfinished, giveUp, send } = useUploads({
    bizType: kind.bizType,
    bizId: boundTo,
    room,
    full: `附件至多 ${atMost} 个，未添加`,
    onStored: onAdd,
    onBusy,
  })
  const { open, dialog } = useFileDialog(files)
  const active = sending.filter(({ problem, hint, resume }) => !problem && !hint && !resume).length
  return (
    <DropZone onFiles={send}>
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-auto text-s">
          {kind.label}
          {kind.required && <Mark />}
        </span>
        <ChooseButton label={kind.label} disabled={room() <= 0} input={input} onFiles={send} />
      </div>
      {files.length + sending.length + unfinished.length > 0 && (
        <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-1.5">
          {files.map((file) => (
            <StoredLine
              key={file.id}
              file={file}
              onOpen={() => open(file.id)}
              onRemove={onRemove && (() => onRemove(file))}
            />
          ))}
          <UploadLines
            sending={sending}
            unfinished={unfinished}
            onChoose={() => input.current?.click()}
            giveUp={giveUp}
          />
        </ul>
      )}
      <p role="status" className="sr-only">
        {active > 0 ? `${kind.label}：正在上传 ${active} 个文件` : ''}
      </p>
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
  /** The record that the files are attached to immediately, so that removing one deletes it. */
  boundTo?: number
  /** Accepted kinds of files, if not all. */
  note?: string
}

/** Files of a record by kind: choose, drop or paste, upload at once, list and remove. */
export function FilesField({ name, kinds, label, atMost = MOST_FILES, boundTo, note }: FilesFieldProps) {
  const { store } = useForm()
  const { files: port } = usePorts()
  const value = useFormSlice(({ values }) => values[name])
  const look = useFieldLook(name, { label })
  const files = filesAt({ [name]: value }, name)
  const first = useRef(files)
  // Uploads run in parallel, so the list is read again each time.
  const now = () => filesAt(store.state().values, name)
  const busy = useRef(0)
  const add = (file: StoredFile, later: ReadonlySet<number>): Taken => {
    const repetition = repetitionOf(now(), file)
    if (repetition && 'problem' in repetition) void port.remove(file.id).catch(() => undefined)
    else store.set({ [name]: placed(now(), file, later) })
    return repetition
  }
  const remove = (file: StoredFile) => {
    store.set({ [name]: now().filter(({ id }) => id !== file.id) })
    // A new upload is unreferenced and can be deleted. The platform refuses to delete files in use.
    if (boundTo !== undefined || !first.current.some(({ id }) => id === file.id))
      void port.remove(file.id).catch(() => undefined)
  }
  return (
    <fieldset data-field={name} tabIndex={-1} className="col-span-full mb-2 min-w-0">
      <legend className="mb-1 text-ink-soft text-s">
        {look.label}
        {look.required && <Mark />}
        <span className="ml-2 text-ink-faint text-xs">
          {note ?? `${LIMITS}，至多 ${atMost} 个；可一次选择多个，也可拖入或粘贴`}
        </span>
      </legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-3">
        {kinds.map((kind) => (
          <FilesOfKind
            key={kind.bizType}
            kind={kind}
            boundTo={boundTo}
            files={files.filter(({ bizType }) => bizType === kind.bizType)}
            atMost={atMost}
            room={() => atMost - now().length - busy.current}
            onAdd={add}
            onRemove={remove}
            onBusy={(change) => {
              busy.current += change
              store.uploading(change)
            }}
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
