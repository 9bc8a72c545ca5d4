import { useMutation } from '@tanstack/react-query'
import { sdk } from '../../app/sdk.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { usePorts } from '../../ui/ports.ts'
import { BatchCard } from './batch-card.tsx'
import { BatchList } from './batch-list.tsx'
import { UploadCard } from './upload-card.tsx'

function TemplateButton() {
  const template = useMutation({
    mutationFn: () => sdk.imports.downloadTemplate({}),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? '导入模板.xlsx'),
  })
  return (
    <Button icon="download" busy={template.isPending} onClick={() => template.mutate()}>
      下载模板
    </Button>
  )
}

/** Projects from workbooks: upload, look at what was found, put it right, write. The batch stands in the address. */
export function ImportScreen() {
  const [search, setSearch] = usePorts().useSearch()
  const open = Number(search['batch'])
  const show = (id: number | undefined) =>
    setSearch(id ? { ...search, batch: String(id) } : { ...search, batch: undefined })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto font-medium text-lg">批量导入</h1>
        {open > 0 && (
          <Button icon="chevronLeft" onClick={() => show(undefined)}>
            返回导入记录
          </Button>
        )}
        <TemplateButton />
      </header>
      {open > 0 ? (
        <BatchCard key={open} id={open} />
      ) : (
        <>
          <UploadCard onUploaded={show} />
          <BatchList onOpen={show} />
        </>
      )}
    </div>
  )
}
