import { Icon } from './icons.tsx'
import { notify } from './notice.tsx'
import { useDrop } from './use-drop.ts'

const MOST_BYTES = 10 * 1024 * 1024

function refusal(file: File): string | undefined {
  if (!/\.xlsx$/i.test(file.name)) return '只能上传 .xlsx 工作簿'
  return file.size > MOST_BYTES ? '文件超过 10 MB，请使用模板填写' : undefined
}

interface FileDropProps {
  /** Accessible name of the field. */
  label: string
  words: string
  hint: string
  /** While the workbook is checked. */
  busy: boolean
  onFile: (file: File) => void
}

/** Accepts one workbook, chosen or dropped. */
export function FileDrop({ label, words, hint, busy, onFile }: FileDropProps) {
  const take = (file: File | undefined) => {
    const problem = file && refusal(file)
    if (problem) notify(problem, 'error')
    else if (file && !busy) onFile(file)
  }
  const { isOver, zone } = useDrop(([file]) => take(file))
  return (
    <label
      {...zone}
      className={`grid cursor-pointer justify-items-center gap-1.5 rounded-lg border border-dashed px-4 py-6 text-center focus-within:outline-2 focus-within:outline-focus ${isOver ? 'border-brand bg-brand-soft' : 'border-line-control bg-sunken hover:border-brand'}`}
    >
      <Icon name="upload" size={26} className="text-brand-ink" />
      <span className="font-medium">{busy ? '正在校验…' : words}</span>
      <span className="text-ink-faint text-xs">{hint}</span>
      <input
        type="file"
        accept=".xlsx"
        aria-label={label}
        disabled={busy}
        onChange={(event) => {
          take(event.target.files?.[0])
          event.target.value = ''
        }}
        className="sr-only"
      />
    </label>
  )
}
