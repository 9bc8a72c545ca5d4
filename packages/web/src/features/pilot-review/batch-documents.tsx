import { useMutation } from '@tanstack/react-query'
import type { DemoReviewDownloadBatchDocumentQuery } from '@xinchu/sdk'
import type { ReactNode } from 'react'
import { sdkOf } from '../../app/pilot-sdk.ts'
import { saveFile } from '../../lib/save-file.ts'
import type { Batch } from '../../records/pilot-batch.ts'
import { Button } from '../../ui/button.tsx'

type Document = DemoReviewDownloadBatchDocumentQuery['document']
type Format = NonNullable<DemoReviewDownloadBatchDocumentQuery['format']>

const NAMES: Readonly<Record<Document, string>> = { LIST: '公布名单', REPORT: '评审结果报告' }
const FORMATS: readonly (readonly [Format, string])[] = [
  ['pdf', 'PDF'],
  ['docx', 'Word'],
]

interface DocumentProps {
  batch: Batch
  document: Document
  format: Format
  children: ReactNode
}

/** Downloads a document about the end of a batch. */
export function BatchDocument({ batch, document, format, children }: DocumentProps) {
  const downloading = useMutation({
    async mutationFn(_: undefined, { client }) {
      const { batchYear, batchNo } = batch
      const query = { batchYear, batchNo, document, format }
      const { blob, fileName } = await sdkOf(client).demoReview.downloadBatchDocument(query)
      saveFile(blob, fileName ?? `${NAMES[document]}.${format}`)
    },
  })
  return (
    <Button icon="download" busy={downloading.isPending} onClick={() => downloading.mutate(undefined)}>
      {children}
    </Button>
  )
}

interface DocumentsProps {
  batch: Batch
  isAnnounced: boolean
}

/** The documents with which a batch ends; before the announcement they are drafts. */
export function BatchDocuments({ batch, isAnnounced }: DocumentsProps) {
  return (
    <section aria-label="公布文件" className="card">
      <h2 className="border-line border-b px-4 py-2.5 font-medium">
        公布文件{' '}
        <span className="ml-2 font-normal text-ink-soft text-s">
          {isAnnounced ? 'PDF 每页有核验码；名单可在公示页公开下载' : '公布前为草稿，没有核验码'}
        </span>
      </h2>
      <ul>
        {(['LIST', 'REPORT'] as const).map((document) => (
          <li
            key={document}
            className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2 last:border-b-0"
          >
            <span className="mr-auto">
              {NAMES[document]}
              {!isAnnounced && '（草稿）'}
            </span>
            {FORMATS.map(([format, name]) => (
              <BatchDocument key={format} batch={batch} document={document} format={format}>
                {name}
                <span className="sr-only"> {NAMES[document]}</span>
              </BatchDocument>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
