import type { StoredFile } from '../../ports.ts'

interface FileChipsProps {
  files: readonly StoredFile[]
  current: number
  added?: ReadonlySet<number> | undefined
  onChange: (id: number) => void
}

/** The files to choose from, in order. */
export function FileChips({ files, current, added, onChange }: FileChipsProps) {
  return (
    <ul aria-label="全部附件" className="flex max-h-24 flex-wrap gap-1.5 overflow-y-auto">
      {files.map(({ id, fileName }) => (
        <li key={id} className="max-w-full">
          <button
            type="button"
            title={fileName}
            aria-current={id === current ? 'true' : undefined}
            className="inline-flex h-6 max-w-48 items-center gap-1 rounded-full border border-line-strong bg-surface px-2.5 text-xs hover:border-brand aria-[current]:border-brand-ink aria-[current]:bg-brand-soft aria-[current]:text-brand-ink max-sm:h-8"
            onClick={() => onChange(id)}
          >
            <span className="truncate">{fileName}</span>
            {added?.has(id) && <span className="shrink-0 text-warning">新增</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
