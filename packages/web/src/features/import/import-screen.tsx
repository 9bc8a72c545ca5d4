import { usePorts } from '../../ui/ports.ts'
import { BatchCard } from './batch-card.tsx'
import { BatchList } from './batch-list.tsx'
import { UploadCard } from './upload-card.tsx'

/** Projects from workbooks: upload, look at what was found, put it right, write. The batch stands in the address. */
export function ImportScreen() {
  const [search, setSearch] = usePorts().useSearch()
  const open = Number(search['batch'])
  const show = (id: number | undefined) =>
    setSearch(id ? { ...search, batch: String(id) } : { ...search, batch: undefined })
  return (
    <div className="grid gap-4">
      <UploadCard onUploaded={show} />
      {open > 0 ? (
        <BatchCard key={open} id={open} onClose={() => show(undefined)} />
      ) : (
        <BatchList onOpen={show} />
      )}
    </div>
  )
}
