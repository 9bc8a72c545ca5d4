import { EVIDENCE_BOUNDS, EVIDENCE_ENDINGS } from '@xinchu/validators'
import { useRef, useState } from 'react'
import { fileSize } from '../../../lib/file-size.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { type Chosen, withFiles } from './evidence-model.ts'

interface EvidenceProps {
  chosen: readonly Chosen[]
  onChange: (chosen: readonly Chosen[]) => void
  /** The form was submitted without any. */
  isMissed: boolean
  /** The files are being sent, and do not change until then. */
  isBusy: boolean
}

/** The files of an objection, chosen before they are sent. */
export function Evidence({ chosen, onChange, isMissed, isBusy }: EvidenceProps) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const take = (files: readonly File[]) => {
    const next = withFiles(chosen, files)
    setFault(next.fault)
    onChange(next.chosen)
    if (input.current) input.current.value = ''
  }
  const shown = fault ?? (isMissed && chosen.length === 0 ? '请附证明材料' : undefined)
  return (
    <div>
      <p className="mb-2 text-ink-soft text-s">{EVIDENCE_BOUNDS}。至少附一份。</p>
      <ul className="mb-2 grid gap-1">
        {chosen.map((each) => (
          <li
            key={`${each.file.name}-${each.file.lastModified}`}
            className="flex flex-wrap items-center gap-2"
          >
            <span className="min-w-0 flex-1 break-all">
              {each.file.name} <span className="text-ink-faint text-s">{fileSize(each.file.size)}</span>
            </span>
            <PlainButton
              look="quiet"
              disabled={isBusy}
              aria-label={`移除 ${each.file.name}`}
              onClick={() => onChange(chosen.filter((other) => other !== each))}
            >
              移除
            </PlainButton>
            {each.refusal && (
              <span role="alert" className="basis-full text-danger text-s">
                {each.refusal}
              </span>
            )}
          </li>
        ))}
      </ul>
      <input
        ref={input}
        type="file"
        multiple
        accept={EVIDENCE_ENDINGS}
        disabled={isBusy}
        aria-label="选择证明材料"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => take([...(event.target.files ?? [])])}
      />
      <PlainButton disabled={isBusy} onClick={() => input.current?.click()}>
        {chosen.length > 0 ? '继续添加' : '选择文件'}
      </PlainButton>
      <p role="alert" className="mt-1 min-h-4 text-danger text-xs">
        {shown}
      </p>
    </div>
  )
}
