import { demoReview } from '@xinchu/sdk'
import { useState } from 'react'
import { useConnection } from '../../../app/connection.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'

interface AnnouncedListProps {
  batch: { batchYear: number; batchNo: number }
}

/** Downloads the list of an announced batch, whose code anybody can verify. */
export function AnnouncedList({ batch: { batchYear, batchNo } }: AnnouncedListProps) {
  const connection = useConnection()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const download = async () => {
    setBusy(true)
    setError('')
    try {
      const { blob, fileName } = await demoReview(connection).downloadAnnouncedList({ batchYear, batchNo })
      saveFile(blob, fileName ?? '公布名单.pdf')
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause))
    }
    setBusy(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <PlainButton disabled={isBusy} onClick={() => void download()}>
        {isBusy ? '正在下载…' : '下载公布名单 PDF'}
      </PlainButton>
      <p className="text-ink-soft text-s">
        每页有核验码，可在
        <a href="/verify" className="mx-0.5 text-brand-ink underline">
          文件核验
        </a>
        页核验真伪
      </p>
      {error && (
        <p role="alert" className="text-danger text-s">
          {error}
        </p>
      )}
    </div>
  )
}
