import { useMutation } from '@tanstack/react-query'
import { memo, useCallback, useDeferredValue, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { usePorts } from '../../ui/ports.ts'
import { BatchCard } from './batch-card.tsx'
import { BatchList } from './batch-list.tsx'
import { importMutations } from './queries.ts'
import { UploadCard } from './upload-card.tsx'

function TemplateButton() {
  const template = useMutation(importMutations.downloadTemplate)
  return (
    <Button icon="download" busy={template.isPending} onClick={() => template.mutate()}>
      下载模板
    </Button>
  )
}

/** Start of an import, and past imports. */
const Imports = memo(function Imports({ onOpen }: { onOpen: (id: number) => void }) {
  return (
    <>
      <UploadCard onUploaded={onOpen} />
      <BatchList onOpen={onOpen} />
    </>
  )
})

/** The batch of the URL, and a stable function to show another. */
function useOpenBatch() {
  const [search, setSearch] = usePorts().useSearch()
  const latest = useRef({ search, setSearch })
  useEffect(() => {
    latest.current = { search, setSearch }
  })
  const show = useCallback((id: number | undefined) => {
    const { search, setSearch } = latest.current
    setSearch({ ...search, batch: id ? String(id) : undefined })
  }, [])
  return { open: Number(search['batch']), show }
}

/** Import from workbooks: upload, check, correct, write. The URL holds the batch. */
export function ImportScreen() {
  const { open, show } = useOpenBatch()
  // The URL changes at once. The content follows in a transition, so that input stays responsive.
  const drawn = useDeferredValue(open)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto font-semibold text-lg">批量导入</h1>
        {open > 0 && (
          <Button icon="chevronLeft" onClick={() => show(undefined)}>
            返回导入记录
          </Button>
        )}
        <TemplateButton />
      </header>
      {drawn > 0 ? <BatchCard key={drawn} id={drawn} /> : <Imports onOpen={show} />}
    </div>
  )
}
