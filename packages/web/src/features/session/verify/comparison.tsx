import { useId, useState } from 'react'
import type { Verified } from './verified.ts'

type Outcome = 'SAME' | 'OTHER' | 'UNABLE'

const OUTCOMES: Readonly<Record<Outcome, { sign: string; text: string; tone: string }>> = {
  SAME: { sign: '✓', text: '摘要一致：与签发时逐字节相同', tone: 'text-success' },
  OTHER: { sign: '×', text: '摘要不一致：不是签发的文件，或内容已被改动', tone: 'text-danger' },
  UNABLE: {
    sign: '!',
    text: '当前浏览器不能在本机计算摘要，请通过 HTTPS 打开本页，或自行核对上方的 SHA-256',
    tone: 'text-warning',
  },
}

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Compares a file with the issued one. The file never leaves this browser. */
async function compare(file: File, { size, sha256 }: Verified): Promise<Outcome> {
  if (file.size !== size) return 'OTHER'
  // Browsers offer digests on secure pages only.
  if (!globalThis.crypto?.subtle) return 'UNABLE'
  return hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())) === sha256 ? 'SAME' : 'OTHER'
}

/** Compares a file of the visitor with the issued one. */
export function Comparison({ found }: { found: Verified }) {
  const id = useId()
  const [name, setName] = useState('')
  const [outcome, setOutcome] = useState<Outcome>()
  const choose = async (file: File | undefined) => {
    if (!file) return
    setName(file.name)
    setOutcome(undefined)
    setOutcome(await compare(file, found))
  }
  const shown = outcome && OUTCOMES[outcome]
  return (
    <section className="card p-5" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="font-medium">
        比对手中的文件
      </h2>
      <p className="mb-3 text-ink-soft text-s">在本机计算摘要，文件不会上传</p>
      <label
        htmlFor={id}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void choose(event.dataTransfer.files[0])
        }}
        className="grid min-h-16 cursor-pointer place-items-center rounded-lg border border-line-strong border-dashed px-4 py-3 text-center text-brand-ink hover:bg-brand-soft has-focus-visible:outline-2"
      >
        <input
          id={id}
          type="file"
          accept="application/pdf,.pdf"
          className="sr-only"
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        <span className="min-w-0 max-w-full break-words">{name || '选择 PDF 文件'}</span>
      </label>
      <p role="status" className={`mt-3 min-h-5 ${shown?.tone ?? ''}`}>
        {shown && (
          <>
            <span className="mr-2 font-semibold" aria-hidden="true">
              {shown.sign}
            </span>
            {shown.text}
          </>
        )}
      </p>
    </section>
  )
}
