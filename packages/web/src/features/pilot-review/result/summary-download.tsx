import { useMutation } from '@tanstack/react-query'
import type { ReviewBatch } from '@xinchu/sdk'
import { sdkOf } from '../../../app/pilot-sdk.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { STAGE_NAMES } from '../batch.tsx'

const FORMATS = ['PDF', 'Word'] as const

/** 评分汇总 of an opened stage, as a document. */
export function SummaryDownload({ batch }: { batch: ReviewBatch }) {
  const downloading = useMutation({
    async mutationFn(format: (typeof FORMATS)[number], { client }) {
      const sdk = sdkOf(client)
      const { batchYear, batchNo, stage } = batch
      const query = { batchYear, batchNo, stage }
      const { blob, fileName } =
        format === 'PDF'
          ? await sdk.demoReview.downloadScorePdf(query)
          : await sdk.demoReview.downloadScoreWord(query)
      saveFile(blob, fileName ?? `${STAGE_NAMES[stage]}评分汇总.${format === 'PDF' ? 'pdf' : 'docx'}`)
    },
  })
  const exporting = useMutation({
    async mutationFn(_: undefined, { client }) {
      const { batchYear, batchNo, stage } = batch
      const { blob, fileName } = await sdkOf(client).demoReview.exportResults({ batchYear, batchNo, stage })
      saveFile(blob, fileName ?? `${STAGE_NAMES[stage]}结果.xlsx`)
    },
  })
  const files = FORMATS.map((format) => (
    <Button
      key={format}
      icon="download"
      busy={downloading.isPending && downloading.variables === format}
      disabled={downloading.isPending}
      onClick={() => downloading.mutate(format)}
    >
      评分汇总 {format}
    </Button>
  ))
  return (
    <>
      {files}
      <Button icon="download" busy={exporting.isPending} onClick={() => exporting.mutate(undefined)}>
        结果 Excel
      </Button>
    </>
  )
}
