import { useMutation } from '@tanstack/react-query'
import { useSdk } from '../../app/sdk.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'

/** Downloads the record as a document for print and seal. */
export function ReportButton({ id }: { id: number }) {
  const sdk = useSdk()
  const saving = useMutation({
    mutationFn: () => sdk.projects.downloadPdf({ id }),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? '项目报送表.pdf'),
  })
  return (
    <Button
      icon="download"
      busy={saving.isPending}
      className="ml-auto"
      data-print="none"
      onClick={() => saving.mutate()}
    >
      下载报送表
    </Button>
  )
}
