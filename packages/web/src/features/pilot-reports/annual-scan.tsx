import { useMutation } from '@tanstack/react-query'
import { sdkOf } from '../../app/pilot-sdk.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { EvidenceFiles, STAMPED } from './evidence-files.tsx'
import type { Annual } from './use-annual.ts'

const FORMATS = ['Word', 'PDF'] as const

/** Downloads the report as a document. */
export function AnnualDocuments({ id, year }: { id: number; year: number }) {
  const downloading = useMutation({
    async mutationFn(format: (typeof FORMATS)[number], { client }) {
      const sdk = sdkOf(client)
      const { blob, fileName } = await (format === 'PDF'
        ? sdk.annualReports.downloadPdf({ id })
        : sdk.annualReports.downloadWord({ id }))
      saveFile(blob, fileName ?? `${year}年度报告.${format === 'PDF' ? 'pdf' : 'docx'}`)
    },
  })
  return (
    <div className="flex gap-2">
      {FORMATS.map((format) => (
        <Button
          key={format}
          icon="download"
          aria-label={`下载 ${format}`}
          disabled={downloading.isPending}
          onClick={() => downloading.mutate(format)}
        >
          {format}
        </Button>
      ))}
    </div>
  )
}

/** The stamped scan, with the way to it. */
export function AnnualScan({ annual }: { annual: Annual }) {
  const { form, isOpen, change } = annual
  return (
    <section aria-labelledby="annual-stampedFileId" className="card">
      <h2
        id="annual-stampedFileId"
        tabIndex={-1}
        className="flex min-h-11 scroll-mt-[calc(var(--frame-top,0px)+12px)] items-center border-line border-b px-4 font-medium"
      >
        盖章扫描件
      </h2>
      <div className="grid gap-2 px-4 py-3 text-s">
        {isOpen && (
          <ol className="grid list-decimal gap-0.5 pl-5 text-ink-soft">
            <li>下载 PDF</li>
            <li>打印、盖章、扫描</li>
            <li>上传 PDF，≤ 50 MB</li>
          </ol>
        )}
        <EvidenceFiles
          of="年度报告"
          kind={STAMPED}
          files={form.stamped ? [form.stamped] : []}
          isOpen={isOpen}
          onFiles={(files) => change({ stamped: files.at(-1) })}
        />
      </div>
    </section>
  )
}
