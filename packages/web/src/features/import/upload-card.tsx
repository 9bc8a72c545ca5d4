import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { Checkbox, Input, Radio } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import { useDrop } from '../../ui/use-drop.ts'
import { importMutations, type UploadTerms } from './queries.ts'

const MOST_BYTES = 100 * 1024 * 1024

/** Checks a file before upload. */
function refusal(file: File): string | undefined {
  if (!/\.(?:xlsx|csv|tsv|txt)$/i.test(file.name)) return '只能上传 .xlsx 工作簿或 .csv 文件'
  if (file.size === 0) return '文件为空'
  return file.size > MOST_BYTES ? '文件超过 100 MB，请拆分后分别导入' : undefined
}

function useUpload(onUploaded: (batchId: number) => void) {
  const [sent, setSent] = useState(0)
  const upload = useMutation({
    ...importMutations.upload,
    onMutate: () => setSent(0),
    onSuccess: ({ id }) => onUploaded(id),
  })
  return { upload, sent, setSent }
}

function DropZone({ busy, sent, onFile }: { busy: boolean; sent: number; onFile: (file: File) => void }) {
  const { isOver, zone } = useDrop(([file]) => {
    if (file && !busy) onFile(file)
  })
  return (
    <label
      {...zone}
      className={`relative grid cursor-pointer justify-items-center gap-1.5 overflow-hidden rounded-lg border border-dashed px-4 py-8 text-center focus-within:outline-2 focus-within:outline-focus ${isOver ? 'border-brand bg-brand-soft' : 'border-line-control bg-sunken hover:border-brand'}`}
    >
      <Icon name="upload" size={28} className="text-brand-ink" />
      <span className="font-medium">{busy ? `正在上传 ${Math.round(sent * 100)}%` : '选择或拖入表格'}</span>
      <span className="text-ink-faint text-xs">
        .xlsx、.csv，列名可与模板不同；也可直接粘贴；至多 100 MB、20 万行
      </span>
      <input
        type="file"
        accept=".xlsx,.csv,.tsv,.txt"
        aria-label="选择工作簿"
        disabled={busy}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onFile(file)
        }}
        className="sr-only"
      />
      {busy && (
        <span
          className="absolute inset-x-0 bottom-0 h-1 origin-left bg-brand transition-transform"
          style={{ transform: `scaleX(${sent})` }}
        />
      )}
    </label>
  )
}

/** Whether a paste belongs to a field that is typed in. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type !== 'file') ||
  (target instanceof HTMLElement && target.isContentEditable)

/** Takes a table that is pasted anywhere but in a field. A single word or line is none. */
function usePastedTable(onFile: (file: File) => void): void {
  const latest = useRef(onFile)
  useEffect(() => {
    latest.current = onFile
  })
  useEffect(() => {
    const take = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (isTyping(event.target) || !/\t/.test(text) || !/\n/.test(text.trim())) return
      event.preventDefault()
      latest.current(new File([text], '剪贴板.txt', { type: 'text/plain' }))
    }
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [])
}

/** Selects a workbook and its import options. */
export function UploadCard({ onUploaded }: { onUploaded: (batchId: number) => void }) {
  const [terms, setTerms] = useState<UploadTerms>({
    mode: 'partial',
    dryRun: false,
    submitAfterCommit: false,
    sheet: '',
  })
  const { upload, sent, setSent } = useUpload(onUploaded)
  const take = (file: File) => {
    const problem = refusal(file)
    if (problem) notify(problem)
    else upload.mutate({ file, terms, onProgress: setSent })
  }
  usePastedTable((file) => {
    if (!upload.isPending) take(file)
  })
  return (
    <section className="card" aria-label="上传工作簿">
      <div className="grid gap-5 p-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <DropZone busy={upload.isPending} sent={sent} onFile={take} />
        <fieldset className="grid content-start gap-2.5 text-s" disabled={upload.isPending}>
          <legend className="mb-2.5 text-ink-soft">导入方式</legend>
          <Radio
            name="mode"
            checked={terms.mode === 'partial'}
            onChecked={() => setTerms({ ...terms, mode: 'partial' })}
          >
            写入通过的行，有错误的行可更正后再写入
          </Radio>
          <Radio
            name="mode"
            checked={terms.mode === 'atomic'}
            onChecked={() => setTerms({ ...terms, mode: 'atomic' })}
          >
            全部通过才写入
          </Radio>
          <Checkbox checked={terms.dryRun} onChecked={(dryRun) => setTerms({ ...terms, dryRun })}>
            仅校验，不写入
          </Checkbox>
          <Checkbox
            checked={terms.submitAfterCommit}
            onChecked={(submitAfterCommit) => setTerms({ ...terms, submitAfterCommit })}
          >
            写入后提交审核
          </Checkbox>
          <div className="grid gap-1">
            <label htmlFor="import-sheet" className="text-ink-soft">
              工作表（几张含数据时填写）
            </label>
            <Input
              id="import-sheet"
              value={terms.sheet}
              onValue={(sheet) => setTerms({ ...terms, sheet })}
              maxLength={31}
            />
          </div>
        </fieldset>
      </div>
    </section>
  )
}
