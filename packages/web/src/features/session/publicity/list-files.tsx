import { demoReview } from '@xinchu/sdk'
import { useState } from 'react'
import { useConnection } from '../../../app/connection.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'

const FORMATS = ['pdf', 'csv'] as const
type Format = (typeof FORMATS)[number]

interface ListFilesProps {
  batch: { batchYear: number; batchNo: number }
  /** The code on each page of an announced list can be verified by anybody. */
  isAnnounced: boolean
}

/** Downloads the list of a batch, under publicity or announced. */
export function ListFiles({ batch: { batchYear, batchNo }, isAnnounced }: ListFilesProps) {
  const connection = useConnection()
  const [busy, setBusy] = useState<Format>()
  const [error, setError] = useState('')
  const name = isAnnounced ? '公布名单' : '公示名单'
  const download = async (format: Format) => {
    setBusy(format)
    setError('')
    try {
      const review = demoReview(connection)
      const batch = { batchYear, batchNo }
      const { blob, fileName } = await (isAnnounced && format === 'pdf'
        ? review.downloadAnnouncedList(batch)
        : review.downloadPublicList({ ...batch, format }))
      saveFile(blob, fileName ?? `${name}.${format}`)
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause))
    }
    setBusy(undefined)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
      {FORMATS.map((format) => (
        <PlainButton key={format} disabled={busy !== undefined} onClick={() => void download(format)}>
          {busy === format ? '正在下载…' : `下载${name} ${format.toUpperCase()}`}
        </PlainButton>
      ))}
      {isAnnounced && (
        <p className="text-ink-soft text-s">
          PDF 每页有核验码，可在
          <a href="/verify" className="mx-0.5 text-brand-ink underline">
            文件核验
          </a>
          页核验真伪
        </p>
      )}
      {error && (
        <p role="alert" className="text-danger text-s">
          {error}
        </p>
      )}
    </div>
  )
}
